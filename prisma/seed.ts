import { createAgentToken } from '@bridge/control-plane/provisioning/agent-token'
import { createApiKey } from '@bridge/control-plane/provisioning/api-key'
import { createClient } from '@bridge/control-plane/provisioning/client'
import { createOrganization } from '@bridge/control-plane/provisioning/organization'
import { createProductionRealm, createSandboxRealm } from '@bridge/control-plane/provisioning/realm'
import type { Database } from '@bridge/database'
import { hashSecret } from '@bridge/database/secrets'
import type { Caller } from '@bridge/identity/access/caller'
import { requireRole } from '@bridge/identity/access/membership'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

/** Owner of the first organization; mail to this address goes to the development mailbox. */
export const ownerEmail = 'owner@example.com'

/** Secrets of the first organization; the database has only their hashes. */
export interface SeedSecrets {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
  readonly agentToken: string
}

export interface SeedOptions {
  readonly database: Database
  readonly clock: () => Date
  /** Redirect URI of the OAuth client. */
  readonly redirectUri: string
  /** Whether a new organization begins with a trial; otherwise it has the production plan. */
  readonly hasTrial?: boolean
  /** Secrets of an earlier run; those that are still valid are kept. */
  readonly previous?: Partial<SeedSecrets> | undefined
}

export interface Seeded extends SeedSecrets {
  readonly ownerId: string
  readonly orgId: string
  readonly sandboxRealmId: string
  readonly productionRealmId: string
}

/**
 * Creates the first organization with its owner, a sandbox realm, a production realm, an OAuth client, an agent token
 * and an API key. Keeps what already exists; replaces secrets that are not in `previous`.
 */
export async function seed({
  database,
  clock,
  redirectUri,
  hasTrial = false,
  previous = {},
}: SeedOptions): Promise<Seeded> {
  const dependencies = { database, clock }
  const owner = await database.user.upsert({
    where: { email: ownerEmail },
    create: { email: ownerEmail, name: 'Owner', emailVerified: clock() },
    update: {},
  })
  const caller: Caller = { kind: 'system', userId: owner.id }
  const orgId = await ensureOrganization()
  const sandbox = (await findRealm('sandbox')) ?? (await createSandboxRealm(dependencies, caller, orgId))
  const production =
    (await findRealm('production')) ??
    (await createProductionRealm(dependencies, caller, orgId, { name: 'Sample Company' }))
  return {
    ownerId: owner.id,
    orgId,
    sandboxRealmId: sandbox.id,
    productionRealmId: production.id,
    ...(await ensureClient()),
    apiKey: await ensureApiKey(),
    agentToken: await ensureAgentToken(),
  }

  async function ensureOrganization(): Promise<OwnedOrgId<'owner'>> {
    const first = await database.membership.findFirst({
      where: { userId: owner.id, role: 'owner' },
      orderBy: { createdAt: 'asc' },
    })
    if (first)
      return (await requireRole(dependencies, caller, { resource: 'org', id: first.orgId, role: 'owner' })).orgId
    const { id } = await createOrganization(dependencies, caller, { name: 'My organization' })
    // A self-hosted installation without billing has no trial and no limit on company files.
    if (!hasTrial)
      await database.organization.update({ where: { id }, data: { plan: 'production', trialEndsAt: null } })
    return id
  }

  function findRealm(kind: 'sandbox' | 'production') {
    return database.realm.findFirst({ where: { orgId, kind }, orderBy: { createdAt: 'asc' }, select: { id: true } })
  }

  async function ensureClient(): Promise<Pick<SeedSecrets, 'clientId' | 'clientSecret'>> {
    const { clientId, clientSecret } = previous
    if (clientId && clientSecret) {
      const where = { id: clientId, orgId, secretHash: hashSecret(clientSecret), redirectUris: { has: redirectUri } }
      if (await database.oAuthClient.findFirst({ where })) return { clientId, clientSecret }
    }
    const created = await createClient(dependencies, caller, orgId, {
      name: 'Quick start',
      redirectUris: [redirectUri],
    })
    return { clientId: created.client.id, clientSecret: created.clientSecret }
  }

  async function ensureApiKey(): Promise<string> {
    const { apiKey } = previous
    if (apiKey) {
      const where = { orgId, keyHash: hashSecret(apiKey), revokedAt: null }
      if (await database.apiKey.findFirst({ where })) return apiKey
    }
    return (await createApiKey(dependencies, caller, orgId, { name: 'Quick start' })).key
  }

  async function ensureAgentToken(): Promise<string> {
    const { agentToken } = previous
    if (agentToken) {
      const where = { realmId: production.id, tokenHash: hashSecret(agentToken), revokedAt: null }
      if (await database.agentToken.findFirst({ where })) return agentToken
    }
    const realm = await requireRole(dependencies, caller, { resource: 'realm', id: production.id, role: 'admin' })
    return (await createAgentToken(dependencies, caller, realm.id, { label: 'Quick start' })).token
  }
}
