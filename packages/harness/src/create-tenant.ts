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

/** Creates an organization with a member per role, two company files, and everything else an organization can have. */
export async function createTenant(database: Database, name: string): Promise<Tenant> {
  const services = { database, clock: () => new Date() }
  // Longer than a run on a busy machine.
  const later = new Date(Date.now() + 24 * hourMs)
  const earlier = new Date(Date.now() - hourMs)

  const createUser = (role: string) => database.user.create({ data: { email: `${role}@${name}.example` } })
  const createSession = async (userId: string, expires = later) => {
    const token = mintSecret('session_')
    const { id } = await database.session.create({ data: { userId, sessionToken: hashSecret(token), expires } })
    return { id, token }
  }
  const createKey = async (creatorId: string, revokedAt: Date | null = null) => {
    const key = mintSecret('svc_')
    const { id } = await database.apiKey.create({
      data: { orgId, creatorId, name: 'Key', keyHash: hashSecret(key), revokedAt },
    })
    return { id, key }
  }
  const createMember = async (role: Role, userId: string) => {
    if (role !== 'owner') await database.membership.create({ data: { orgId, userId, role } })
    return { userId, session: (await createSession(userId)).token, apiKey: (await createKey(userId)).key }
  }

  const owner = await createUser('owner')
  const caller: Caller = { kind: 'system', userId: owner.id }
  const { id: orgId } = await createOrganization(services, caller, { name })
  const members = {
    owner: await createMember('owner', owner.id),
    admin: await createMember('admin', (await createUser('admin')).id),
    member: await createMember('member', (await createUser('member')).id),
    viewer: await createMember('viewer', (await createUser('viewer')).id),
  }
  const former = await createUser('former')
  const formerMember = await createMember('member', former.id)
  await database.membership.deleteMany({ where: { orgId, userId: former.id } })

  const sandbox = await createSandboxRealm(services, caller, orgId)
  const production = await createProductionRealm(services, caller, orgId, { name })
  const client = { id: mintSecret('svcc_'), secret: mintSecret('svcs_') }
  await database.oAuthClient.create({
    data: {
      id: client.id,
      orgId,
      name,
      redirectUris: [redirectUri, otherRedirectUri],
      secretHash: hashSecret(client.secret),
    },
  })
  const refreshToken = mintSecret('svcr_')
  const createToken = async (realmId: string, expiresAt = later, revokedAt: Date | null = null) => {
    const token = mintSecret('svct_')
    const { id } = await database.connection.create({
      data: {
        clientId: client.id,
        realmId,
        scope: 'com.intuit.quickbooks.accounting',
        revokedAt,
        accessTokens: { create: { tokenHash: hashSecret(token), expiresAt } },
      },
    })
    return { connectionId: id, token }
  }
  const forSandbox = await createToken(sandbox.id)
  const forProduction = await createToken(production.id)
  await database.refreshToken.create({
    data: { tokenHash: hashSecret(refreshToken), connectionId: forProduction.connectionId, expiresAt: later },
  })

  const realmId = production.id
  const agentToken = mintSecret('svca_')
  const { id: tokenId } = await database.agentToken.create({
    data: { realmId, label: 'Agent', tokenHash: hashSecret(agentToken) },
  })
  const { id: credentialId } = await database.connectorCredential.create({
    data: { realmId, label: 'Connector', userName: randomUUID(), passwordHash: randomUUID(), fileId: randomUUID() },
  })
  const { id: setupLinkId } = await database.setupLink.create({
    data: { realmId, creatorId: owner.id, tokenHash: randomUUID(), createdAt: new Date(), expiresAt: later },
  })
  const { id: invitationId } = await database.invitation.create({
    data: { orgId, email: `new@${name}.example`, role: 'member', tokenHash: randomUUID(), expiresAt: later },
  })
  const { id: loggedRequestId } = await database.loggedRequest.create({
    data: {
      id: randomUUID(),
      traceId: randomUUID(),
      realmId,
      orgId,
      createdAt: new Date(),
      method: 'GET',
      path: '/',
      status: 200,
      totalMs: 1,
    },
  })
  const { id: memberId } = await database.membership.findFirstOrThrow({
    where: { orgId, userId: members.member.userId },
    select: { id: true },
  })

  return {
    orgId,
    sandboxId: sandbox.id,
    productionId: production.id,
    members,
    formerMember,
    revokedApiKey: (await createKey(owner.id, earlier)).key,
    expiredSession: (await createSession(owner.id, earlier)).token,
    client,
    tokens: {
      sandbox: forSandbox.token,
      production: forProduction.token,
      expired: (await createToken(sandbox.id, earlier)).token,
      revoked: (await createToken(sandbox.id, later, earlier)).token,
    },
    refreshToken,
    agentToken,
    ids: {
      orgId,
      sandboxId: sandbox.id,
      realmId,
      clientId: client.id,
      connectionId: forProduction.connectionId,
      tokenId,
      credentialId,
      setupLinkId,
      invitationId,
      loggedRequestId,
      memberId,
      id: (await createKey(owner.id)).id,
      sessionId: (await createSession(owner.id)).id,
    },
  }
}
