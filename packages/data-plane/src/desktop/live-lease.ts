import { deadAfterMs, type getCloseName } from '@bridge/agent-protocol'
import { Prisma } from '@bridge/database'

/** How a socket ends whose agent connects again at once. */
const endsOfMoves: readonly ReturnType<typeof getCloseName>[] = ['draining', 'lost']

/**
 * True if a row `lease` of `realm_session` names a gateway serving the realm: it is not draining, and has renewed
 * the lease recently enough to count as alive. Uses the database's clock, so all machines agree.
 */
export const isLiveLease = Prisma.sql`(
  lease.phase <> 'draining' AND lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000}))`

/** How long an agent counts as moving after its socket ended, in milliseconds: it takes half a second at most. */
const maxMovingMs = 2_000

/**
 * True if a row `lease` of `realm_session` belongs to a socket that has just ended, because its gateway stops or holds
 * too many agents, or because the connection was lost: the agent is connecting to another gateway.
 */
export const isMovingLease = Prisma.sql`(
  lease.phase = 'draining' AND lease."endReason" = ANY (${endsOfMoves}::text[])
  AND lease."endedAt" > now() - make_interval(secs => ${maxMovingMs / 1000}))`

/** How long a Web Connector counts as live after a poll at most, in milliseconds. */
const maxConnectorLiveMs = 240_000

/** When the Web Connector in a row `lease` of `connector_session` was last seen. An open run's calls are not recorded. */
export const connectorSeenAt = Prisma.sql`(CASE WHEN lease."runOpenedAt" IS NULL THEN lease."lastPolledAt"
  ELSE GREATEST(lease."lastPolledAt", lease."lastSeenAt") END)`

/**
 * True if a row `lease` of `connector_session` names a gateway serving the realm's Web Connector: the gateway is
 * alive, the credential is not revoked, and a run is open or the last poll is younger than twice the time between polls.
 */
export const isLiveConnectorLease = Prisma.sql`(
  lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000})
  AND (lease."runOpenedAt" IS NOT NULL OR lease."lastPolledAt" > now() - make_interval(
    secs => LEAST(2 * lease."intervalMs", ${maxConnectorLiveMs}) / 1000.0))
  AND EXISTS (SELECT FROM connector_credential AS credential
    WHERE credential.id = lease."credentialId" AND credential."revokedAt" IS NULL))`
