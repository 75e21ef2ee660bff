import type { Database } from '@bridge/database'

export function findSession(database: Database, tokenHash: string) {
  return database.session.findUnique({
    where: { sessionToken: tokenHash },
    select: { id: true, expires: true, user: { select: { id: true, email: true, name: true } } },
  })
}

/** Deletes a session, if it still exists. */
export function deleteSession(database: Database, tokenHash: string) {
  return database.session.deleteMany({ where: { sessionToken: tokenHash } })
}
