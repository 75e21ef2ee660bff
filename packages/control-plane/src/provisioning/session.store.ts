import type { Database } from '@bridge/database'
import { recordUserAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'

/** Finds the caller's unexpired sessions used since, most recently used first. */
export function findSessions(
  database: Database,
  { userId }: Caller,
  { now, usedSince }: { readonly now: Date; readonly usedSince: Date },
) {
  return database.session.findMany({
    where: { userId, expires: { gt: now }, lastSeenAt: { gt: usedSince } },
    select: {
      id: true,
      createdAt: true,
      lastSeenAt: true,
      expires: true,
      userAgent: true,
      address: true,
      secondFactorAt: true,
      user: { select: { secondFactorSince: true } },
    },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: maxSessions,
  })
}

/** The most sessions in a list. */
const maxSessions = 200

/** Ends the caller's sessions. Returns whether there were any. */
export function endSessions(
  database: Database,
  caller: Caller,
  which: { readonly id: string } | { readonly exceptId: string },
  at: Date,
): Promise<boolean> {
  const { userId } = caller
  return database.$transaction(async (transaction) => {
    const where = 'id' in which ? { id: which.id } : { id: { not: which.exceptId } }
    const { count } = await transaction.session.deleteMany({ where: { userId, ...where } })
    if (count === 0) return false
    const ended =
      'id' in which
        ? ({ action: 'session.end', resource: 'session', resourceId: which.id } as const)
        : ({ action: 'session.end-others', resource: 'account', resourceId: userId, details: { count } } as const)
    await recordUserAudit(transaction, { ...ended, caller, at })
    return true
  })
}
