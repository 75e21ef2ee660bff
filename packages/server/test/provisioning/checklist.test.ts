import { randomUUID } from 'node:crypto'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const now = new Date('2026-03-02T09:00:00Z')

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
})
afterAll(() => admin.stop())

type Organization = Awaited<ReturnType<TestAdmin['organization']>>

async function getChecklist({ orgId, session }: Organization) {
  const { status, body } = await admin.call(`GET /orgs/${orgId}/checklist`, session)
  expect(status).toBe(200)
  return body
}

/** Logs a call to the sandbox, as many milliseconds ago. */
async function logCall(
  { orgId, sandboxRealmId: realmId }: Organization,
  msAgo: number,
  outcome: { readonly status: number; readonly code?: string } = { status: 200 },
): Promise<string> {
  const id = randomUUID()
  await admin.database.loggedRequest.create({
    data: {
      id,
      traceId: `trace-${msAgo}`,
      realmId,
      orgId,
      createdAt: new Date(now.getTime() - msAgo),
      method: 'GET',
      path: `/v3/company/${realmId}/customer/1`,
      ...outcome,
      totalMs: 1,
    },
  })
  return id
}

it('ticks each step when it has happened, and returns the first call', async () => {
  const org = await admin.organization('steps@example.com')
  const start = { callMade: false, appRegistered: false, appConnected: false, fileConnected: false, firstRequest: null }
  expect(await getChecklist(org)).toEqual({ sandboxReady: true, ...start })

  await admin.call(`DELETE /realms/${org.sandboxRealmId}`, org.session)
  expect(await getChecklist(org)).toEqual({ sandboxReady: false, ...start })
  const { body } = await admin.call('POST /realms/sandbox', org.session, { orgId: org.orgId })
  const withSandbox = { ...org, sandboxRealmId: body.realm.id }

  const first = await logCall(withSandbox, 2_000)
  await logCall(withSandbox, 1_000)
  expect(await getChecklist(org)).toMatchObject({ sandboxReady: true, callMade: true, firstRequest: { id: first } })

  const client = await admin.database.oAuthClient.create({
    data: { id: mintSecret('svcc_'), orgId: org.orgId, name: 'Shop', redirectUris: [], secretHash: 'none' },
  })
  expect(await getChecklist(org)).toMatchObject({ appRegistered: true, appConnected: false })

  const connection = await admin.database.connection.create({
    data: { clientId: client.id, realmId: org.realmId, scope: 'accounting', createdAt: now },
  })
  expect(await getChecklist(org)).toMatchObject({ appConnected: false })
  await admin.database.refreshToken.create({
    data: { connectionId: connection.id, tokenHash: hashSecret(mintSecret('svcr_')), expiresAt: now },
  })
  expect(await getChecklist(org)).toMatchObject({ appConnected: true, fileConnected: false })

  const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, phase: 'ready', connectedAt: now } as const
  await admin.database.realmSession.create({ data: { realmId: org.realmId, lastSeenAt: now, ...lease } })
  expect(await getChecklist(org)).toMatchObject({ fileConnected: true })
})

it('ticks no step for a failed call, and returns the first one until a call succeeds', async () => {
  const org = await admin.organization('failed@example.com')
  const failed = await logCall(org, 3_000, { status: 400, code: 'UNSUPPORTED_QUERY' })
  await logCall(org, 2_000, { status: 402, code: 'SUBSCRIPTION_REQUIRED' })
  const usage = { realmId: org.sandboxRealmId, clientId: '', day: new Date('2026-03-02') }
  await admin.database.usageDay.create({ data: { ...usage, requests: 2, errors: 2 } })
  expect(await getChecklist(org)).toMatchObject({ callMade: false, firstRequest: { id: failed } })
  const successful = await logCall(org, 1_000)
  expect(await getChecklist(org)).toMatchObject({ callMade: true, firstRequest: { id: successful } })
})

it('remembers a first call that is no longer in the log', async () => {
  const org = await admin.organization('old-call@example.com')
  await admin.database.usageDay.create({
    data: { realmId: org.sandboxRealmId, clientId: '', day: new Date('2026-01-05'), requests: 1, errors: 0 },
  })
  expect(await getChecklist(org)).toMatchObject({ callMade: true, firstRequest: null })
})

it('shows an organization nothing of another one', async () => {
  const [ada, eve] = [await admin.organization('ada@example.com'), await admin.organization('eve@example.com')]
  await logCall(ada, 0)
  expect(await getChecklist(eve)).toMatchObject({ callMade: false, firstRequest: null })
  const { status } = await admin.call(`GET /orgs/${ada.orgId}/checklist`, eve.session)
  expect(status).toBe(404)
})
