import type { Database } from '@bridge/database'

export function findSession(database: Database, tokenHash: string) {
  return database.session.findUnique({
    where: { sessionToken: tokenHash },
    select: {
      id: true,
      expires: true,
      createdAt: true,
      lastSeenAt: true,
      userAgent: true,
      address: true,
      secondFactorAt: true,
      hostCookie: true,
      user: { select: { id: true, email: true, name: true, secondFactorSince: true } },
    },
  })
}

interface SessionUse {
  readonly lastSeenAt: Date
  readonly userAgent: string
  /** Undefined if it is not known. */
  readonly address: string | undefined
}

/** Records a session's latest use, if it still exists. */
export function touchSession(database: Database, id: string, { address, ...use }: SessionUse) {
  return database.session.updateMany({ where: { id }, data: { ...use, ...(address !== undefined && { address }) } })
}

/** Deletes a session, if it still exists. */
export function deleteSession(database: Database, tokenHash: string) {
  return database.session.deleteMany({ where: { sessionToken: tokenHash } })
}
