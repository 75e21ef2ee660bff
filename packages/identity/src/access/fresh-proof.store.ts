import type { Database } from '@bridge/database'

/** Finds when a session last proved to be its user's; null if it has ended, or never did. */
export async function findProvenAt(
  database: Pick<Database, 'session'>,
  { userId, sessionId: id }: { readonly userId: string; readonly sessionId: string },
): Promise<Date | null> {
  const session = await database.session.findFirst({ where: { id, userId }, select: { provenAt: true } })
  return session?.provenAt ?? null
}
