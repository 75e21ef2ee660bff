import { hashSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../../admin.fixture.ts'

const customers = 25
const notes = 'x'.repeat(4_000)
let admin: TestAdmin
let session: Credential
let orgId: string
let realmId: string

beforeAll(async () => {
  admin = await startAdmin({ config: { realmRequestsAtOnce: 1 } })
  const org = await admin.organization()
  ;({ session, orgId, sandboxRealmId: realmId } = org)
  await admin.database.oAuthClient.create({
    data: { id: 'svcc_app', orgId, name: 'Invoicing', redirectUris: [], secretHash: 'none' },
  })
  await admin.database.connection.create({
    data: {
      clientId: 'svcc_app',
      realmId,
      scope: 'com.intuit.quickbooks.accounting',
      accessTokens: { create: { tokenHash: hashSecret('token'), expiresAt: new Date('2100-01-01') } },
    },
  })
  const BatchItemRequest = Array.from({ length: customers }, (_, index) => ({
    bId: String(index),
    operation: 'create',
    Customer: { DisplayName: `Long ${index}`, Notes: notes },
  }))
  expect(await send('/batch', { BatchItemRequest })).not.toContain('Fault')
})
afterAll(() => admin.stop())

/** Sends a call and returns the whole response. */
async function send(path: string, json?: unknown): Promise<string> {
  const response = await admin.app.request(`/v3/company/${realmId}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  await admin.requestLog.flush()
  return text
}

it('holds up no call of the company file with a long response that no one reads', async () => {
  const query = `/query?query=${encodeURIComponent("select * from Customer where DisplayName like 'Long %'")}`
  const text = await send(query)
  const { body } = await admin.call(`GET /requests?orgId=${orgId}&operation=query`, session)
  const replayed = await admin.call(`POST /requests/${body.requests[0].id}/replay`, session, {})
  expect(replayed.body).toMatchObject({ status: 200 })
  expect((await send(query)).length).toBe(text.length)
})
