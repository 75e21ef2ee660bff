import type { Database, Prisma } from '@bridge/database'

/** Stores a consent request. */
export const insertConsentRequest = (database: Database, request: Prisma.ConsentRequestUncheckedCreateInput) =>
  database.consentRequest.create({ data: request, select: { tokenHash: true } })

/** Removes the consent request with these columns; whether it was there and had not expired. One of several callers wins. */
export async function consumeConsentRequest(
  database: Database,
  tokenHash: string,
  columns: Omit<Prisma.ConsentRequestUncheckedCreateInput, 'tokenHash' | 'createdAt' | 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const { count } = await database.consentRequest.deleteMany({
    where: { ...columns, tokenHash, expiresAt: { gt: now } },
  })
  return count === 1
}
