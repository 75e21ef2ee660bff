import { randomUUID } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { type Caller, createOrganization, createProductionRealm, createSandboxRealm } from '@bridge/server'

/** The roles of an organization's members. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** A member of an organization with a session and an API key, both as secrets. */
export interface Member {
  readonly userId: string
  readonly session: string
  readonly apiKey: string
}

/** An organization with a resource and a credential of every kind. */
export interface Tenant {
  readonly orgId: string
  readonly sandboxId: RealmId
  readonly productionId: RealmId
  readonly members: Readonly<Record<Role, Member>>
  /** A user removed from the organization, with what is left of their credentials. */
  readonly formerMember: Member
  readonly revokedApiKey: string
  readonly expiredSession: string
  readonly client: { readonly id: string; readonly secret: string }
  /** The client's access tokens. */
  readonly tokens: Readonly<Record<'sandbox' | 'production' | 'expired' | 'revoked', string>>
  readonly refreshToken: string
  readonly agentToken: string
  /** The organization's resources by the names routes and inputs have for their IDs. */
  readonly ids: ResourceIds
}

export type ResourceIds = Readonly<Record<string, string>>

export const redirectUri = 'https://client.example/callback'
const otherRedirectUri = 'http://localhost:8000/callback?from=bridge'

const hourMs = 3_600_000
const scope = 'com.intuit.quickbooks.accounting'

/** Creates an organization with a member per role, two company files, and everything else an organization can have. */
export async function createTenant(database: Database, name: string): Promise<Tenant> {
  const services = { database, clock: () => new Date() }
  const owner = await database.user.create({ data: { email: `owner@${name}.example` } })
  const caller: Caller = { kind: 'system', userId: owner.id }
  const { id: orgId } = await createOrganization(services, caller, { name })
  const { id: sandboxId } = await createSandboxRealm(services, caller, orgId)
  const { id: productionId } = await createProductionRealm(services, caller, orgId, { name })
  await database.realmSettings.update({ where: { realmId: productionId }, data: { values: { mcpMode: 'write' } } })
  const tenant = new TenantBuilder(database, { name, orgId, ownerId: owner.id })
  const { members, formerMember } = await tenant.createMembers()
  const client = await tenant.createClient()
  const tokens = {
    sandbox: await tenant.createToken(client.id, sandboxId),
    production: await tenant.createToken(client.id, productionId),
    expired: await tenant.createToken(client.id, sandboxId, { expiresAt: tenant.earlier }),
    revoked: await tenant.createToken(client.id, sandboxId, { revokedAt: tenant.earlier }),
  }
  const { connectionId } = tokens.production
  const agent = await tenant.createAgentToken(productionId)
  const { id: memberId } = await database.membership.findFirstOrThrow({
    where: { orgId, userId: members.member.userId },
    select: { id: true },
  })
  return {
    orgId,
    sandboxId,
    productionId,
    members,
    formerMember,
    revokedApiKey: (await tenant.createKey(owner.id, tenant.earlier)).secret,
    expiredSession: (await tenant.createSession(owner.id, tenant.earlier)).secret,
    client,
    tokens: {
      sandbox: tokens.sandbox.secret,
      production: tokens.production.secret,
      expired: tokens.expired.secret,
      revoked: tokens.revoked.secret,
    },
    refreshToken: await tenant.createRefreshToken(connectionId),
    agentToken: agent.secret,
    ids: {
      orgId,
      sandboxId,
      realmId: productionId,
      clientId: client.id,
      connectionId,
      tokenId: agent.id,
      credentialId: await tenant.createConnectorCredential(productionId),
      setupLinkId: await tenant.createSetupLink(productionId),
      invitationId: await tenant.createInvitation(),
      loggedRequestId: await tenant.createLoggedRequest(productionId),
      deliveryId: await tenant.createWebhook(client.id),
      proposalId: await tenant.createProposal(productionId, client.id),
      memberId,
      id: (await tenant.createKey(owner.id)).id,
      sessionId: (await tenant.createSession(owner.id)).id,
    },
  }
}

/** A row with a credential: its ID, and the secret whose hash it has. */
interface Credential {
  readonly id: string
  readonly secret: string
}

/** Creates an organization's rows. */
class TenantBuilder {
  readonly earlier = new Date(Date.now() - hourMs)
  /** Longer than a run on a busy machine. */
  readonly #later = new Date(Date.now() + 24 * hourMs)
  readonly #database: Database
  readonly #name: string
  readonly #orgId: string
  readonly #ownerId: string

  constructor(database: Database, { name, orgId, ownerId }: Readonly<Record<'name' | 'orgId' | 'ownerId', string>>) {
    this.#database = database
    this.#name = name
    this.#orgId = orgId
    this.#ownerId = ownerId
  }

  /** Creates a member per role, and a user who was a member. */
  async createMembers(): Promise<Pick<Tenant, 'members' | 'formerMember'>> {
    const members = {
      owner: await this.#createCredentials(this.#ownerId),
      admin: await this.#createMember('admin', 'admin'),
      member: await this.#createMember('member', 'member'),
      viewer: await this.#createMember('viewer', 'viewer'),
    }
    const formerMember = await this.#createMember('former', 'member')
    await this.#database.membership.deleteMany({ where: { orgId: this.#orgId, userId: formerMember.userId } })
    return { members, formerMember }
  }

  async #createMember(user: string, role: Exclude<Role, 'owner'>): Promise<Member> {
    const { id: userId } = await this.#database.user.create({ data: { email: `${user}@${this.#name}.example` } })
    await this.#database.membership.create({ data: { orgId: this.#orgId, userId, role } })
    return this.#createCredentials(userId)
  }

  async #createCredentials(userId: string): Promise<Member> {
    const session = await this.createSession(userId)
    const key = await this.createKey(userId)
    return { userId, session: session.secret, apiKey: key.secret }
  }

  async createSession(userId: string, expires = this.#later): Promise<Credential> {
    const secret = mintSecret('session_')
    const data = { userId, sessionToken: hashSecret(secret), expires }
    const { id } = await this.#database.session.create({ data })
    return { id, secret }
  }

  async createKey(creatorId: string, revokedAt: Date | null = null): Promise<Credential> {
    const secret = mintSecret('svc_')
    const data = { orgId: this.#orgId, creatorId, name: 'Key', keyHash: hashSecret(secret), revokedAt }
    const { id } = await this.#database.apiKey.create({ data })
    return { id, secret }
  }

  async createClient(): Promise<Credential> {
    const client = { id: mintSecret('svcc_'), secret: mintSecret('svcs_') }
    await this.#database.oAuthClient.create({
      data: {
        id: client.id,
        orgId: this.#orgId,
        name: this.#name,
        redirectUris: [redirectUri, otherRedirectUri],
        secretHash: hashSecret(client.secret),
      },
    })
    return client
  }

  /** Connects a client to a realm, with an access token. */
  async createToken(
    clientId: string,
    realmId: RealmId,
    { expiresAt = this.#later, revokedAt = null }: { readonly expiresAt?: Date; readonly revokedAt?: Date | null } = {},
  ) {
    const secret = mintSecret('svct_')
    const accessTokens = { create: { tokenHash: hashSecret(secret), expiresAt } }
    const data = { clientId, realmId, scope, revokedAt, accessTokens }
    const { id: connectionId } = await this.#database.connection.create({ data })
    return { connectionId, secret }
  }

  async createRefreshToken(connectionId: string): Promise<string> {
    const secret = mintSecret('svcr_')
    const data = { tokenHash: hashSecret(secret), connectionId, expiresAt: this.#later }
    await this.#database.refreshToken.create({ data })
    return secret
  }

  async createAgentToken(realmId: RealmId): Promise<Credential> {
    const secret = mintSecret('svca_')
    const data = { realmId, label: 'Agent', tokenHash: hashSecret(secret) }
    const { id } = await this.#database.agentToken.create({ data })
    return { id, secret }
  }

  async createConnectorCredential(realmId: RealmId): Promise<string> {
    const secrets = { userName: randomUUID(), passwordHash: randomUUID(), fileId: randomUUID() }
    const { id } = await this.#database.connectorCredential.create({
      data: { realmId, label: 'Connector', ...secrets },
    })
    return id
  }

  async createSetupLink(realmId: RealmId): Promise<string> {
    const times = { createdAt: new Date(), expiresAt: this.#later }
    const data = { realmId, creatorId: this.#ownerId, tokenHash: randomUUID(), ...times }
    const { id } = await this.#database.setupLink.create({ data })
    return id
  }

  async createInvitation(): Promise<string> {
    const email = `new@${this.#name}.example`
    const data = { orgId: this.#orgId, email, role: 'member', tokenHash: randomUUID(), expiresAt: this.#later } as const
    const { id } = await this.#database.invitation.create({ data })
    return id
  }

  /** Creates a paused webhook, so that no server looks for changes. Returns the ID of a delivery. */
  async createWebhook(clientId: string): Promise<string> {
    const id = randomUUID()
    const sent = { id, messageId: randomUUID(), reason: 'test', events: 1, body: '[]', createdAt: new Date(), ms: 1 }
    await this.#database.webhook.create({
      data: {
        ...{ clientId, url: 'https://127.0.0.1/webhook', sealedToken: 'sealed' },
        ...{ pausedAt: new Date(), deliveries: { create: sent } },
      },
    })
    return id
  }

  /** Creates a write that an MCP host proposes. */
  async createProposal(realmId: RealmId, clientId: string): Promise<string> {
    const id = randomUUID()
    const write = { operation: 'create', entity: 'Customer', hostName: this.#name }
    const times = { createdAt: new Date(), expiresAt: this.#later }
    const preview = { qbxml: '<QBXML/>', accounts: { isKnown: true, postings: [], leftOut: [] }, duplicates: [] }
    const content = { create: { record: { DisplayName: 'Proposed' }, preview, expiresAt: this.#later } }
    const data = { id, realmId, clientId, userId: this.#ownerId, ...write, ...times, content }
    await this.#database.mcpProposal.create({ data })
    return id
  }

  async createLoggedRequest(realmId: RealmId): Promise<string> {
    const call = { createdAt: new Date(), method: 'GET', path: '/', status: 200, totalMs: 1 }
    const data = { id: randomUUID(), traceId: randomUUID(), realmId, orgId: this.#orgId, ...call }
    const { id } = await this.#database.loggedRequest.create({ data })
    return id
  }
}
