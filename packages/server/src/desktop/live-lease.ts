import { deadAfterMs } from '@bridge/agent-protocol'
import { Prisma } from '@bridge/database'

/**
 * Whether a row `lease` of `realm_session` names a gateway that serves the realm: it is not draining, and renewed the
 * lease within the time after which a gateway counts as dead. Times are the database's, so that machines agree.
 */
export const isLiveLease = Prisma.sql`(
  lease.phase <> 'draining' AND lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000}))`
