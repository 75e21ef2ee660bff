import type { Database } from '@bridge/database'

/** How long a code is kept after it expired, so that a second use is still recognized. */
const codeKeptMs = 24 * 60 * 60 * 1000

/** Deletes the consent requests, codes and tokens that can no longer be used. */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  const expired = { where: { expiresAt: { lt: now } } }
  await database.consentRequest.deleteMany(expired)
  await database.accessToken.deleteMany(expired)
  await database.refreshToken.deleteMany(expired)
  await database.authorizationCode.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - codeKeptMs) } } })
}
