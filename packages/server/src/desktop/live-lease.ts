import { deadAfterMs } from '@bridge/agent-protocol'
import { Prisma } from '@bridge/database'

/**
 * True if a row `lease` of `realm_session` names a gateway that serves the realm: it is not draining, and has renewed
 * the lease recently enough to count as alive. Uses the database's clock, so that all machines agree.
 */
export const isLiveLease = Prisma.sql`(
  lease.phase <> 'draining' AND lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000}))`
