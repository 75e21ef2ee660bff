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
  // Consents register MCP hosts, which do not count.
  clients: (transaction, orgId) => transaction.oAuthClient.count({ where: { orgId, metadataUrl: null } }),
  invitations: (transaction, orgId, now) =>
    transaction.invitation.count({ where: { orgId, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } } }),
  // A valid pairing code is a token yet to be issued.
  agentTokens: async (transaction, realmId, now) =>
    (await transaction.agentToken.count({ where: { realmId, revokedAt: null } })) +
    (await transaction.pairingCode.count({
      where: { realmId, redeemedAt: null, revokedAt: null, expiresAt: { gt: now } },
    })),
  connectorCredentials: (transaction, realmId) =>
    transaction.connectorCredential.count({ where: { realmId, revokedAt: null } }),
  // Each is its connection's only token, issued by a member.
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

/**
 * Creates a resource unless its subject has reached the quota. Concurrent calls take turns and cannot exceed it
 * together.
 *
 * @param subjectId the ID of the organization, realm or user holding the resources
 * @throws Problem `quota_reached`, with the quota as `limit`
 */
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
