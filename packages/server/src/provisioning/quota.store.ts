import type { Database, Prisma } from '@bridge/database'

export type QuotaName =
  | 'apiKeys'
  | 'clients'
  | 'invitations'
  | 'agentTokens'
  | 'connectorCredentials'
  | 'sandboxTokens'
  | 'organizations'

type Count = (transaction: Prisma.TransactionClient, subjectId: string, now: Date) => Promise<number>

const counts: Readonly<Record<QuotaName, Count>> = {
  apiKeys: (transaction, orgId) => transaction.apiKey.count({ where: { orgId, revokedAt: null } }),
  clients: (transaction, orgId) => transaction.oAuthClient.count({ where: { orgId } }),
  invitations: (transaction, orgId, now) =>
    transaction.invitation.count({ where: { orgId, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } } }),
  // A valid pairing code is a token that is still to be issued.
  agentTokens: async (transaction, realmId, now) =>
    (await transaction.agentToken.count({ where: { realmId, revokedAt: null } })) +
    (await transaction.pairingCode.count({
      where: { realmId, redeemedAt: null, revokedAt: null, expiresAt: { gt: now } },
    })),
  connectorCredentials: (transaction, realmId) =>
    transaction.connectorCredential.count({ where: { realmId, revokedAt: null } }),
  // Each is the only token of its connection, which a member issued.
  sandboxTokens: (transaction, orgId, now) =>
    transaction.accessToken.count({
      where: { expiresAt: { gt: now }, connection: { realm: { orgId }, issuerId: { not: null }, revokedAt: null } },
    }),
  organizations: (transaction, userId) => transaction.membership.count({ where: { userId, role: 'owner' } }),
}

interface QuotaUse {
  readonly name: QuotaName
  readonly subjectId: string
  readonly limit: number
  readonly now: Date
}

/** Creates a resource unless its subject has reached the limit. Calls for the same subject take turns. */
export function createWithin<Created>(
  database: Database,
  { name, subjectId, limit, now }: QuotaUse,
  create: (database: Database) => Promise<Created>,
) {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${name}:${subjectId}`}, 0))`
    const count = await counts[name](transaction, subjectId, now)
    if (count >= limit) return { kind: 'reached' } as const
    return { kind: 'created', created: await create(transaction as Database) } as const
  })
}
