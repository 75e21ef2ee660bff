import type { Database } from '@bridge/database'

/** Expired codes are kept for a day, so that a second use is detected. */
const codeRetentionMs = 24 * 60 * 60 * 1000

/** Deletes expired consent requests, codes, tokens, permissions of the Explorer and idempotency keys. */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  const expired = { where: { expiresAt: { lt: now } } }
  await database.consentRequest.deleteMany(expired)
  await database.accessToken.deleteMany(expired)
  await database.refreshToken.deleteMany(expired)
  await database.explorerPermission.deleteMany(expired)
  await database.idempotencyKey.deleteMany(expired)
  await database.authorizationCode.deleteMany({
    where: { expiresAt: { lt: new Date(now.getTime() - codeRetentionMs) } },
  })
}
