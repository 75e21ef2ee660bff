import type { Database } from '@bridge/database'

/** Finds the user with an email address in lower case. */
export async function findUserId(database: Database, email: string): Promise<string | undefined> {
  const user = await database.user.findUnique({ where: { email }, select: { id: true } })
  return user?.id
}
