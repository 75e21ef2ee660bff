import type { Database } from '@bridge/database'

export const findSession = (database: Database, tokenHash: string) =>
  database.session.findUnique({
    where: { sessionToken: tokenHash },
    select: { expires: true, user: { select: { id: true, email: true, name: true } } },
  })
