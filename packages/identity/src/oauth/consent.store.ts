import type { RealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import type { Audience } from './resource.ts'

export function insertConsentRequest(database: Database, request: Prisma.ConsentRequestUncheckedCreateInput) {
  return database.consentRequest.create({ data: request, select: { tokenHash: true } })
}

/** Deletes and returns the matching request, unless it has expired. Only one concurrent caller gets it. */
export async function consumeConsentRequest(
  database: Database,
  tokenHash: string,
  columns: {
    readonly clientId: string | null
    readonly metadataUrl: string | null
    readonly audience: Audience
    readonly realmId: RealmId
    readonly redirectUri: string
    readonly userId: string | null
    readonly browserHash?: string
  },
  now: Date,
) {
  const request = await database.consentRequest.findFirst({
    where: { ...columns, tokenHash, expiresAt: { gt: now } },
    select: { scope: true, state: true, codeChallenge: true },
  })
  const { count } = request ? await database.consentRequest.deleteMany({ where: { tokenHash } }) : { count: 0 }
  return count === 1 ? request : null
}
