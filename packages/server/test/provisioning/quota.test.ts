import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({
    config: {
      baseUrl: 'http://localhost:4000',
      maxApiKeys: 2,
      maxClients: 2,
      maxInvitations: 2,
      maxAgentTokens: 2,
      maxSandboxTokens: 2,
      maxOrganizations: 3,
      organizationsPerDay: 3,
      sandboxCallsPerDay: 120,
    },
  })
})
afterAll(() => admin.stop())

const redirectUris = ['https://app.example/callback']

it.each([
  ['POST /api-keys', ({ orgId }: Ids) => ({ orgId, name: 'Key' })],
  ['POST /clients', ({ orgId }: Ids) => ({ orgId, name: 'App', redirectUris })],
  ['POST /invitations', ({ orgId }: Ids) => ({ orgId, email: `${nextName()}@example.com` })],
  ['POST /realms/{realmId}/agent-tokens', () => ({})],
  ['POST /realms/{realmId}/connector-credentials', () => ({})],
] as const)('%s stops at the quota, also for requests at once [cp-7:quota_reached]', async (route, toBody) => {
  const { session, ...ids } = await admin.organization(`${nextName()}@example.com`)
  const send = () => admin.call(route.replace('{realmId}', ids.realmId), session, toBody(ids))
  const responses = await Promise.all([send(), send(), send(), send()])
  const refused = responses.filter(({ status }) => status === 409)
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(2)
  expect(refused.map(({ body }) => [body.error, body.limit])).toEqual([
    ['quota_reached', 2],
    ['quota_reached', 2],
  ])
  expect(refused[0]?.body.message).toMatch(/ can have at most 2 .+\. (Revoke|Delete) one/)
})

it('limits the valid access tokens of an organization’s sandbox, also for requests at once', async () => {
  const { session, orgId } = await admin.organization('tokens@example.com')
  const issue = async () => {
    const response = await admin.app.request('/trpc/quickStart.issueToken', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...session },
      body: JSON.stringify({ orgId }),
    })
    const { error } = await response.json()
    return [response.status, error?.data.problem.code, error?.message]
  }
  const issued = [200, undefined, undefined]
  const refused = [
    409,
    'quota_reached',
    'A sandbox can have at most 2 access tokens. Revoke one that you no longer use, or wait until one expires.',
  ]
  expect(await issue()).toEqual(issued)
  expect((await Promise.all([issue(), issue(), issue()])).sort()).toEqual([issued, refused, refused])
  await admin.database.accessToken.updateMany({ data: { expiresAt: new Date(0) } })
  expect(await issue()).toEqual(issued)
  await admin.database.connection.updateMany({ data: { revokedAt: new Date(0) } })
  expect([await issue(), await issue(), await issue()]).toEqual([issued, issued, refused])
})

it('accepts another key once one is revoked', async () => {
  const { session, orgId } = await admin.organization('rotates@example.com')
  const create = () => admin.call('POST /api-keys', session, { orgId, name: 'Key' })
  const { body } = await create()
  await create()
  expect((await create()).status).toBe(409)
  expect((await admin.call(`DELETE /api-keys/${body.id}`, session)).status).toBe(204)
  expect((await create()).status).toBe(200)
})

it('limits the organizations that a user owns, and those of a day', async () => {
  const { session } = await admin.organization('founder@example.com')
  const found = async () => {
    const { status, body, headers } = await admin.call('POST /orgs', session, { name: 'Another' })
    return [status, body.error, headers.has('retry-after')]
  }
  expect(await found()).toEqual([201, undefined, false])
  expect(await found()).toEqual([201, undefined, false])
  expect(await found()).toEqual([409, 'quota_reached', false])
  expect(await found()).toEqual([429, 'rate_limited', true])
})

it('counts a new sandbox as a reset, and continues the day of the deleted one', async () => {
  const { session, orgId, sandboxRealmId } = await admin.organization('resets@example.com')
  const create = () => admin.call('POST /realms/sandbox', session, { orgId })
  expect((await create()).body.error).toBe('sandbox_exists')
  await admin.call(`DELETE /realms/${sandboxRealmId}`, session)
  const { body } = await create()
  const { sandbox } = (await admin.call(`GET /realms/${body.realm.id}`, session)).body
  expect(sandbox.callsToday).toBe(50)
  await admin.call(`DELETE /realms/${body.realm.id}`, session)
  const again = await create()
  expect(again.status).toBe(201)
  await admin.call(`DELETE /realms/${again.body.realm.id}`, session)
  const refused = await create()
  expect([refused.status, refused.body.error]).toEqual([429, 'sandbox_daily_limit'])
})

interface Ids {
  readonly orgId: string
  readonly realmId: string
}

let names = 0
function nextName(): string {
  names += 1
  return `person-${names}`
}
