import { randomUUID } from 'node:crypto'
import { operations } from '@bridge/control-plane/provisioning/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

let count = 0

async function setup() {
  count += 1
  const owner = await admin.organization(`views-${count}@example.com`)
  const viewer = await admin.person(`viewer-${count}@example.com`, owner.orgId, 'viewer')
  return { ...owner, viewer: viewer.session, viewerId: viewer.caller.userId }
}

/** Calls a portal procedure, and returns its problem code. */
async function findProblem(session: Readonly<Record<string, string>>, path: string, input: object, isQuery = false) {
  const response = isQuery
    ? await admin.app.request(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers: session })
    : await admin.app.request(`/trpc/${path}`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
  const { error } = (await response.json()) as { error?: { data: { problem?: { code: string } } } }
  return error?.data.problem?.code
}

describe('a viewer', () => {
  it('sees connections, members and billing, and nothing else of an organization [cp-5.2:viewer]', () => {
    expect(operations.filter(({ role }) => role === 'viewer').map(({ route }) => route)).toEqual([
      'GET /orgs/{orgId}/second-factor',
      'GET /orgs/{orgId}/members',
      'POST /orgs/{orgId}/leave',
      'GET /invitations',
      'GET /realms/{realmId}/quickbooks-checks',
      'GET /realms',
      'GET /realms/counts',
      'GET /realms/usage',
      'GET /realms/went-back',
      'GET /realms/{realmId}',
      'GET /realms/{realmId}/status',
      'GET /realms/{realmId}/activity',
      'GET /realms/{realmId}/connection-history',
      'GET /realms/{realmId}/connector-credentials',
      'GET /orgs/{orgId}/billing',
      'GET /orgs/{orgId}/billing/state',
      'POST /orgs/{orgId}/billing/refresh',
      'GET /orgs/{orgId}/usage',
    ])
  })

  it('gets counts of failures, but not the path of the last one, which names a record', async () => {
    const { realmId, orgId, session, viewer } = await setup()
    await admin.database.loggedRequest.create({
      data: {
        id: randomUUID(),
        traceId: 'trace',
        realmId,
        orgId,
        createdAt: admin.clock(),
        method: 'GET',
        path: `/v3/company/${realmId}/invoice/123`,
        status: 502,
        totalMs: 1,
      },
    })
    const read = async (credential: typeof viewer) =>
      (await admin.call(`GET /realms/${realmId}/status`, credential)).body.status
    expect(await read(session)).toMatchObject({
      failures: 1,
      lastFailure: { path: expect.stringContaining('/invoice/123') },
    })
    expect(await read(viewer)).toMatchObject({ failures: 1, lastFailure: null })
  })

  it('sends no calls, reads no samples and gets no tokens in the portal', async () => {
    const { realmId, sandboxRealmId, orgId, viewer } = await setup()
    const call = { realmId: sandboxRealmId, method: 'GET', path: '/companyinfo/1', query: '', body: '' }
    expect(await findProblem(viewer, 'explorer.send', call)).toBe('forbidden')
    expect(await findProblem(viewer, 'explorer.send', { ...call, realmId })).toBe('forbidden')
    expect(await findProblem(viewer, 'quickStart.data', { orgId }, true)).toBe('forbidden')
    expect(await findProblem(viewer, 'quickStart.issueToken', { orgId })).toBe('forbidden')
    expect(await findProblem(viewer, 'liveState', { orgId }, true)).toBeUndefined()
  })

  it('connects no app, not even to the sandbox', async () => {
    const { session, sandboxRealmId, orgId, viewer } = await setup()
    const redirectUris = ['https://app.example/cb']
    const { client } = (await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })).body
    const query = new URLSearchParams({
      client_id: client.id,
      redirect_uri: 'https://app.example/cb',
      response_type: 'code',
      scope: 'com.intuit.quickbooks.accounting',
      realm_id: sandboxRealmId,
      state: 's',
    })
    const open = (credential: typeof viewer) =>
      admin.app.request(`/oauth2/v1/authorize?${query}`, { headers: { ...credential, accept: 'text/html' } })
    expect((await open(session)).status).toBe(200)
    expect((await open(viewer)).status).toBe(403)
  })

  it('keeps no access that they gave out as a member', async () => {
    const { session, sandboxRealmId, orgId } = await setup()
    const member = await admin.person(`demoted-${count}@example.com`, orgId, 'member')
    const client = await admin.database.oAuthClient.create({
      data: { id: `svcc_${randomUUID()}`, orgId, name: 'App', redirectUris: [], secretHash: randomUUID() },
    })
    const connection = await admin.database.connection.create({
      data: { clientId: client.id, realmId: sandboxRealmId, scope: 'accounting', issuerId: member.caller.userId },
    })
    const where = { orgId_userId: { orgId, userId: member.caller.userId } }
    const { id } = await admin.database.membership.findUniqueOrThrow({ where })
    expect((await admin.call(`PATCH /members/${id}`, session, { role: 'viewer' })).status).toBe(200)
    const found = await admin.database.connection.findUniqueOrThrow({ where: { id: connection.id } })
    expect(found.revokedAt).not.toBeNull()
  })
})
