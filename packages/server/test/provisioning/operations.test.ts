import { randomUUID } from 'node:crypto'
import { noContent, noInput, type Operation, operation } from '@bridge/control-plane/operation/operation'
import { namedOperations, operations } from '@bridge/control-plane/provisioning/operations'
import { includesRole, type Role } from '@bridge/identity/access/owned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ config: { apiKeyRequestsPerMinute: 100_000, visitorRequestsPerMinute: 100_000 } })
})
afterAll(() => admin.stop())

const roles: readonly Role[] = ['viewer', 'member', 'admin', 'owner']
let count = 0

/** Creates an organization with one resource of each kind and one member per role, and another organization. */
async function setup() {
  count += 1
  const org = await admin.organization(`owner-${count}@example.com`)
  const { orgId, realmId } = org
  const people: Record<Role, { session: Credential; key: Credential }> = {
    owner: { session: org.session, key: await admin.createKey(org.caller, orgId) },
    admin: await withKey('admin', orgId),
    member: await withKey('member', orgId),
    viewer: await withKey('viewer', orgId),
  }
  const stranger = await admin.organization(`stranger-${count}@example.com`)
  const client = await admin.database.oAuthClient.create({
    data: { id: `svcc_${randomUUID()}`, orgId, name: 'App', redirectUris: [], secretHash: randomUUID() },
  })
  const connection = await admin.database.connection.create({
    data: { clientId: client.id, realmId, scope: 'accounting' },
  })
  const token = await admin.database.agentToken.create({ data: { realmId, label: 'Agent', tokenHash: randomUUID() } })
  const credential = await admin.database.connectorCredential.create({
    data: { realmId, label: 'Web Connector', userName: randomUUID(), passwordHash: randomUUID(), fileId: randomUUID() },
  })
  const key = await admin.database.apiKey.findFirstOrThrow({ where: { orgId } })
  const user = await admin.person(`user-${count}@example.com`, orgId)
  const { id: memberId } = await admin.database.membership.findFirstOrThrow({
    where: { orgId, userId: user.caller.userId },
  })
  const invitation = await admin.database.invitation.create({
    data: {
      orgId,
      email: 'new@example.com',
      role: 'member',
      tokenHash: randomUUID(),
      expiresAt: new Date('2100-01-01'),
    },
  })
  const { id: loggedRequestId } = await admin.database.loggedRequest.create({
    data: {
      id: randomUUID(),
      traceId: 'trace',
      realmId,
      orgId,
      createdAt: admin.clock(),
      method: 'GET',
      path: '/',
      status: 200,
      totalMs: 1,
    },
  })
  const session = await admin.database.session.findFirstOrThrow({
    where: { user: { email: `viewer-${count}@example.com` } },
  })
  const setupLink = await admin.database.setupLink.create({
    data: {
      realmId,
      creatorId: org.caller.userId,
      tokenHash: randomUUID(),
      createdAt: admin.clock(),
      expiresAt: new Date('2100-01-01'),
    },
  })
  const { id: proposalId } = await admin.database.mcpProposal.create({
    data: {
      id: randomUUID(),
      realmId,
      clientId: 'svcc_host',
      userId: 'user',
      hostName: 'Host',
      operation: 'create',
      entity: 'Customer',
      createdAt: admin.clock(),
      expiresAt: admin.clock(),
    },
  })
  const deliveryId = randomUUID()
  await admin.database.webhook.create({
    data: {
      clientId: client.id,
      // Refused before anything is sent.
      url: 'https://127.0.0.1/webhook',
      sealedToken: 'sealed',
      deliveries: {
        create: {
          id: deliveryId,
          messageId: randomUUID(),
          reason: 'test',
          events: 1,
          body: '[]',
          createdAt: new Date(),
          ms: 1,
        },
      },
    },
  })
  const ids: Record<string, string> = {
    deliveryId,
    proposalId,
    setupLinkId: setupLink.id,
    orgId,
    realmId,
    clientId: client.id,
    tokenId: token.id,
    credentialId: credential.id,
    id: key.id,
    memberId,
    invitationId: invitation.id,
    sessionId: session.id,
    loggedRequestId,
    connectionId: connection.id,
  }
  return {
    people,
    stranger: { session: stranger.session, key: await admin.createKey(stranger.caller, stranger.orgId) },
    ids,
  }
}

let sharedSetup: ReturnType<typeof setup> | undefined

/** Reading operations share a setup. */
function setupFor({ route }: Operation) {
  if (!route.startsWith('GET ')) return setup()
  sharedSetup ??= setup()
  return sharedSetup
}

async function withKey(role: Role, orgId: string) {
  const user = await admin.person(`${role}-${count}@example.com`, orgId, role)
  return { session: user.session, key: await admin.createKey(user.caller, orgId) }
}

/** Returns a request with its subject's ID and no other field. */
function toRequest({ route, about }: Operation, ids: Record<string, string>) {
  const filled = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? expect.fail(`no id for ${name}`))
  const takesOrg = about === 'org' && !route.includes('{')
  const isRead = route.startsWith('GET ') || route.startsWith('DELETE ')
  return {
    route: takesOrg && isRead ? `${filled}?orgId=${ids.orgId}` : filled,
    sent: isRead ? undefined : { ...(takesOrg && { orgId: ids.orgId }) },
  }
}

describe('every operation', () => {
  it.each(operations.map((operation) => [operation.route, operation] as const))(
    '%s accepts only callers with its role',
    async (_, operation) => {
      const { people, stranger, ids } = await setupFor(operation)
      const { route, sent } = toRequest(operation, ids)
      const getStatus = async (credential?: Credential) => (await admin.call(route, credential, sent)).status

      expect(await getStatus()).toBe(401)
      expect(await getStatus({ 'x-api-key': 'svc_nobody' })).toBe(401)
      if (operation.about !== 'caller') {
        expect(await getStatus(stranger.session)).toBe(404)
        expect(await getStatus(stranger.key)).toBe(operation.sessionOnly ? 403 : 404)
      }
      const needed: Role = operation.role === 'any' ? 'viewer' : operation.role
      for (const role of roles) {
        const isEnough = includesRole(role, needed)
        // The key comes first, because the call with the session may delete the subject.
        const withKey = await getStatus(people[role].key)
        if (operation.sessionOnly || !isEnough) expect([role, withKey]).toEqual([role, 403])
        else expect([role, 401, 403, 404].includes(withKey), `${role} with a key: ${withKey}`).toBe(false)
        if (isEnough && !operation.sessionOnly) break
        const withSession = await getStatus(people[role].session)
        if (!isEnough) expect([role, withSession]).toEqual([role, 403])
        else expect([401, 403, 404].includes(withSession), `${role} with a session: ${withSession}`).toBe(false)
        if (isEnough) break
      }
    },
  )
})

/** Sends the same request to the portal's procedure, and returns the response in REST form. */
async function callProcedure(
  name: string,
  { route, subject }: Operation,
  ids: Record<string, string>,
  credential: Credential,
) {
  const placeholders = [...route.matchAll(/\{(\w+)\}/g)].map(([, placeholder = '']) => placeholder)
  const named = [...new Set([...placeholders, ...(subject === undefined ? [] : [subject])])]
  const input = JSON.stringify(Object.fromEntries(named.map((each) => [each, ids[each]])))
  const response = route.startsWith('GET ')
    ? await admin.app.request(`/trpc/${name}?input=${encodeURIComponent(input)}`, { headers: credential })
    : await admin.app.request(`/trpc/${name}`, {
        method: 'POST',
        headers: { ...credential, 'content-type': 'application/json' },
        body: input,
      })
  const { result, error } = (await response.json()) as {
    readonly result?: { readonly data?: unknown }
    readonly error?: {
      readonly data: { readonly problem?: { readonly code: string; readonly message: string; readonly fields: object } }
    }
  }
  const { code, message, fields } = error?.data.problem ?? {}
  return { status: response.status, body: error ? { ...fields, error: code, message } : result?.data }
}

describe('every operation, as a procedure of the portal', () => {
  it.each(Object.entries<Operation>(namedOperations))(
    '%s has the same role, input and output as over REST',
    async (name, operation) => {
      const { people, stranger, ids } = await setupFor(operation)
      const { route, sent } = toRequest(operation, ids)
      const byProcedure = (credential: Credential) => callProcedure(name, operation, ids, credential)
      const byRest = async (credential: Credential) => {
        const { status, body, text } = await admin.call(route, credential, sent)
        return { status, body: body ?? text }
      }

      const { baseUrl: origin } = admin.config
      expect((await byProcedure({ origin })).status).toBe(401)
      expect((await byProcedure({ ...people.owner.key, origin })).status).toBe(401)
      if (operation.about !== 'caller')
        expect(await byProcedure(stranger.session)).toEqual(await byRest(stranger.session))
      const needed: Role = operation.role === 'any' ? 'viewer' : operation.role
      for (const role of roles.filter((each) => !includesRole(each, needed))) {
        expect(await byProcedure(people[role].session)).toEqual(await byRest(people[role].session))
      }
      const done = await byProcedure(people[needed].session)
      if (done.status === 200 && !route.startsWith('GET ')) operation.output.parse(done.body)
      // Each export contains its own time.
      else if (operation.file) expect(done.status).toBe((await byRest(people[needed].session)).status)
      else expect(done).toEqual(await byRest(people[needed].session))
    },
  )
})

/** Route nouns deciding who has access. A leaked API key must not outlive its revocation by changing them. */
const accessNouns: ReadonlySet<string> = new Set(['account', 'api-keys', 'invitations', 'leave', 'members', 'sessions'])

it.each(
  operations
    .filter(({ route }) => !route.startsWith('GET ') && route.split('/').some((part) => accessNouns.has(part)))
    .map(({ route, sessionOnly }) => [route, sessionOnly]),
)('%s requires a session [cp-5:7]', (_, sessionOnly) => {
  expect(sessionOnly).toBe(true)
})

it('does not compile without a role', () => {
  const roleless = {
    route: 'GET /nowhere',
    summary: 'Opens to nobody knows whom.',
    about: 'org',
    input: noInput,
    output: noContent,
    run: async () => undefined,
  } as const
  // @ts-expect-error an operation requires a role
  expect(operation(roleless).role).toBeUndefined()
})
