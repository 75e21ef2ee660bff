import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'

/** A production realm with an agent token and an access token. */
export interface BenchRealm {
  readonly realmId: RealmId
  readonly agentToken: string
}

/** Creates an organization with `count` production realms. */
export async function createRealms(database: Database, count: number): Promise<BenchRealm[]> {
  const { id: orgId } = await database.organization.create({ data: { name: 'Bench', slug: `bench-${count}` } })
  const realms = Array.from({ length: count }, (_, index) => ({
    realmId: requireRealmId(String(9_000_000_000_000_000 - count * 100_000 - index)),
    agentToken: mintSecret('svca_'),
  }))
  await database.realm.createMany({
    data: realms.map(({ realmId }) => ({ id: realmId, orgId, name: 'Bench', kind: 'production' as const })),
  })
  await database.agentToken.createMany({
    data: realms.map(({ realmId, agentToken }) => ({ realmId, label: 'bench', tokenHash: hashSecret(agentToken) })),
  })
  return realms
}

/** Creates a client's access token for a realm, valid for an hour by default. */
export async function createAccessToken(
  database: Database,
  realmId: RealmId,
  expiresAt = new Date(Date.now() + 3_600_000),
): Promise<string> {
  const { orgId } = await database.realm.findUniqueOrThrow({ where: { id: realmId } })
  const token = mintSecret('svc_')
  await database.connection.create({
    data: {
      realm: { connect: { id: realmId } },
      scope: 'com.intuit.quickbooks.accounting',
      client: { create: { id: `svcc_${realmId}`, orgId, name: 'Bench', redirectUris: [], secretHash: '-' } },
      accessTokens: { create: { tokenHash: hashSecret(token), expiresAt } },
    },
  })
  return token
}
