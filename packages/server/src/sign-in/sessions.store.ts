import type { Database } from '@bridge/database'

export function findSession(database: Database, tokenHash: string) {
  return database.session.findUnique({
    where: { sessionToken: tokenHash },
    select: { expires: true, user: { select: { id: true, email: true, name: true } } },
  })
}
