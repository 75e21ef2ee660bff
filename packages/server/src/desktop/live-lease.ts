import { type CloseName, deadAfterMs } from '@bridge/agent-protocol'
import { Prisma } from '@bridge/database'

const closeOfMoves: CloseName = 'draining'

/**
 * True if a row `lease` of `realm_session` names a gateway that serves the realm: it is not draining, and has renewed
 * the lease recently enough to count as alive. Uses the database's clock, so that all machines agree.
 */
export const isLiveLease = Prisma.sql`(
  lease.phase <> 'draining' AND lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000}))`

/** For how long an agent that its gateway told to connect again counts as moving, in milliseconds: it takes about half a second. */
const movingMsMax = 2_000

/**
 * True if a row `lease` of `realm_session` names a gateway that has just closed the agent's socket because it stops or
 * holds too many agents: the agent is connecting to another one.
 */
export const isMovingLease = Prisma.sql`(
  lease.phase = 'draining' AND lease."endReason" = ${closeOfMoves}
  AND lease."endedAt" > now() - make_interval(secs => ${movingMsMax / 1000}))`

/** How long a Web Connector counts as live after a poll at most, in milliseconds. */
const connectorLiveMsMax = 240_000

/** When the Web Connector of a row `lease` of `connector_session` was last seen. Calls of an open run are not recorded. */
export const connectorSeenAt = Prisma.sql`(CASE WHEN lease."runOpenedAt" IS NULL THEN lease."lastPolledAt"
  ELSE GREATEST(lease."lastPolledAt", lease."lastSeenAt") END)`

/**
 * True if a row `lease` of `connector_session` names a gateway that serves the realm's Web Connector: the gateway is
 * alive, the credential is not revoked, and a run is open or the last poll is younger than twice the time between polls.
 */
export const isLiveConnectorLease = Prisma.sql`(
  lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000})
  AND (lease."runOpenedAt" IS NOT NULL OR lease."lastPolledAt" > now() - make_interval(
    secs => LEAST(2 * lease."intervalMs", ${connectorLiveMsMax}) / 1000.0))
  AND EXISTS (SELECT FROM connector_credential AS credential
    WHERE credential.id = lease."credentialId" AND credential."revokedAt" IS NULL))`
