import type { RealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'

/** Stores a consent request. */
export function insertConsentRequest(database: Database, request: Prisma.ConsentRequestUncheckedCreateInput) {
  return database.consentRequest.create({ data: request, select: { tokenHash: true } })
}

/** Takes the request with these columns away, unless it has expired; one of several callers gets it. */
export async function takeConsentRequest(
  database: Database,
  tokenHash: string,
  columns: { readonly clientId: string; readonly realmId: RealmId; readonly redirectUri: string },
  now: Date,
) {
  const request = await database.consentRequest.findFirst({
    where: { ...columns, tokenHash, expiresAt: { gt: now } },
    select: { scope: true, state: true, codeChallenge: true },
  })
  const { count } = request ? await database.consentRequest.deleteMany({ where: { tokenHash } }) : { count: 0 }
  return count === 1 ? request : null
}
