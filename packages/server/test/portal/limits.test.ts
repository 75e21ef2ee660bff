import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  const config = { userRequestsPerMinute: 5, visitorRequestsPerMinute: 3 }
  admin = await startAdmin({ config, clock: () => new Date('2026-03-16T12:00:30Z') })
})
afterAll(() => admin.stop())

/** Calls procedures in one request. */
async function callPortal(names: readonly string[], credential: Credential = {}) {
  const response = await admin.app.request(`/trpc/${names.join(',')}?batch=1&input={}`, { headers: credential })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

function toRate(headers: Headers) {
  return ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name))
}

it('counts each procedure and operation of a user, over all sessions [cp-5:9]', async () => {
  const { caller, session } = await admin.organization('busy@example.com')
  const second = await admin.createSession(caller.userId)
  const first = await callPortal(['session.user', 'listOrganizations', 'session.user'], session)
  expect([first.status, ...toRate(first.headers)]).toEqual([200, '5', '2', '30', null])
  const listed = await admin.call('GET /orgs', second)
  expect([listed.status, ...toRate(listed.headers)]).toEqual([200, '5', '1', '30', null])
  await admin.call('GET /orgs', second)

  const operation = await admin.call('GET /orgs', session)
  expect([operation.status, operation.body, ...toRate(operation.headers)]).toEqual([
    429,
    { error: 'rate_limited', message: 'Your account has used its 5 requests for this minute. Wait 30 s.' },
    '5',
    '0',
    '30',
    '30',
  ])
  const procedure = await callPortal(['session.user'], session)
  expect([procedure.status, ...toRate(procedure.headers)]).toEqual([429, '5', '0', '30', '30'])
  expect([procedure.body].flat()[0].error.data.problem.code).toBe('rate_limited')

  const other = await admin.person('idle@example.com')
  expect((await admin.call('GET /orgs', other.session)).status).toBe(200)
})

it('counts calls without a valid credential per address [cp-5:9]', async () => {
  const statuses = [
    (await admin.call('GET /orgs')).status,
    (await admin.call('GET /orgs', { 'x-api-key': 'svc_wrong' })).status,
    (await callPortal(['session.user'])).status,
    (await callPortal(['session.user'])).status,
    (await admin.call('GET /orgs')).status,
  ]
  expect(statuses).toEqual([401, 401, 200, 429, 429])
})

it('refuses a request that is too large, in the form of a procedure', async () => {
  const { session } = await admin.person('verbose@example.com')
  const response = await admin.app.request('/trpc/createOrganization', {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x'.repeat(70_000) }),
  })
  const { error } = (await response.json()) as { error: { message: string; data: { problem: object } } }
  expect([response.status, error.message]).toEqual([413, 'The request is larger than 65536 bytes.'])
  expect(error.data.problem).toMatchObject({ code: 'invalid_request' })
})
