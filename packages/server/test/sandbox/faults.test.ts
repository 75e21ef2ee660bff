import { createFaultsSchema, type SandboxFaults, sandboxFaultsSchema } from '@bridge/data-plane/sandbox/faults'
import {
  type CompanyStorage,
  type FaultTable,
  type FaultValues,
  getChangedFaults,
  getFaultValues,
  memoryStorage,
  openCompany,
  sandboxFaults,
} from '@bridge/emulator'
import type { FaultRow } from '@bridge/emulator/sandbox-faults'
import { branch, childText, leaf, parseMessageSetResponse, serializeMessageSet } from '@bridge/qbxml'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { openSandboxes } from '../local-sandboxes.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
})
afterAll(() => bridge.stop())

/** Creates the sandboxes of a second server. */
function createSecondServer() {
  return openSandboxes(bridge)
}
function setFaults(faults: Partial<SandboxFaults>) {
  return createSecondServer().setFaults(sandboxRealmId, sandboxFaultsSchema.parse(faults))
}
function create(DisplayName: string, requestId = DisplayName) {
  return bridge.call(`/customer?requestid=${requestId}`, { json: { DisplayName } })
}
async function countCustomers(name: string) {
  const text = encodeURIComponent(`select count(*) from Customer where DisplayName = '${name}'`)
  return (await bridge.call(`/query?query=${text}`)).body.QueryResponse.totalCount
}

beforeEach(() => setFaults({}))

describe('a sandbox with faults', () => {
  it.each<[Partial<SandboxFaults>, number, string]>([
    [{ applicationClosed: true }, 503, 'APP_NOT_OPEN'],
    [{ companyFileClosed: true }, 502, 'AGENT_EXECUTION_ERROR'],
    [{ wrongFile: true }, 502, 'AGENT_EXECUTION_ERROR'],
    [{ dialogOpen: true }, 502, 'AGENT_EXECUTION_ERROR'],
  ])('with %o responds with %i %s until the fault is cleared', async (faults, status, code) => {
    await setFaults(faults)
    expect(getFault(await bridge.call('/preferences'))).toEqual({ status, code })
    expect(getFault(await bridge.call('/preferences'))).toEqual({ status, code })
    await setFaults({})
    expect((await bridge.call('/preferences')).status).toBe(200)
  })

  it('loses a response after the write, which a retry with its requestid finds', async () => {
    await setFaults({ lostAnswers: 1 })
    const lost = await bridge.call('/customer', { json: { DisplayName: 'Lost response' } })
    expect(getFault(lost)).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
    expect(await countCustomers('Lost response')).toBe(1)
    // Loses the response to the write, and the response to the lookup of its outcome.
    await setFaults({ lostAnswers: 2 })
    expect((await create('Found-again')).status).toBe(504)
    expect((await create('Found-again')).body.Customer.DisplayName).toBe('Found-again')
    expect(await countCustomers('Found-again')).toBe(1)
  })

  it('loses a request before anything is written, so that a retry succeeds', async () => {
    await setFaults({ lostRequests: 1 })
    expect(getFault(await create('Lost-request'))).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
    expect(await countCustomers('Lost-request')).toBe(0)
    expect((await create('Lost-request')).status).toBe(200)
    expect(await countCustomers('Lost-request')).toBe(1)
  })

  it('warns of successful writes, and rejects writes with transient locks', async () => {
    await setFaults({ warnings: 1, warningStatus: 550 })
    const warned = await create('Warned')
    expect([warned.status, warned.headers.get('x-svc-warning')]).toEqual([200, expect.stringContaining('550')])
    expect((await create('Plain')).headers.has('x-svc-warning')).toBe(false)
    await setFaults({ transientLocks: 5, transientLockStatus: 3180 })
    expect((await create('Locked')).body.Fault.Error[0].code).toBe('3180')
    await setFaults({})
    expect((await create('Locked')).status).toBe(200)
  })

  it('rejects transactions in a closed period, and writes without permission', async () => {
    const account = { name: 'Checking' }
    const send = (TxnDate: string) =>
      bridge.call('/transfer', {
        json: { TxnDate, Amount: 5, FromAccountRef: account, ToAccountRef: { name: 'Savings' } },
      })
    await setFaults({ closingDate: '2026-01-31' })
    expect(getFault(await send('2026-01-31'))).toEqual({ status: 400, code: '3171' })
    expect((await send('2026-02-01')).status).toBe(200)
    await setFaults({ missingPermission: true })
    expect(getFault(await send('2026-02-01'))).toEqual({ status: 400, code: '3260' })
    await setFaults({ missingPermission: true, missingPermissionStatus: 3261 })
    expect(getFault(await send('2026-02-01'))).toEqual({ status: 400, code: '3261' })
    expect((await bridge.call('/preferences')).status).toBe(200)
  })

  it('prints times that are an hour off in summer, which the service corrects', async () => {
    await setFaults({ summerTimeOffset: true })
    const { Customer } = (await create('Summer')).body
    const query = branch('CustomerQueryRq', [leaf('ListID', Customer.Id)])
    const text = serializeMessageSet({ requests: [query], onError: 'stopOnError' })
    const result = await createSecondServer().exchange(sandboxRealmId, text, { kind: 'read' })
    const record =
      result.sent && !result.lost && parseMessageSetResponse(String(result.response)).responses[0]?.elements[0]
    const printed = record ? childText(record, 'TimeCreated') : undefined
    expect(Date.parse(printed ?? '') - Date.parse(Customer.MetaData.CreateTime)).toBe(3_600_000)
  })

  it('counts a fault down once for all servers and reports the rest', async () => {
    await setFaults({ lostRequests: 2 })
    expect((await bridge.call('/preferences')).status).toBe(504)
    expect((await createSecondServer().faults(sandboxRealmId)).lostRequests).toBe(1)
    expect((await bridge.call('/preferences')).status).toBe(504)
    expect((await bridge.call('/preferences')).status).toBe(200)
  })
})

describe('a fault that is added to the table', () => {
  const table = {
    ...sandboxFaults,
    hungUp: {
      type: 'count',
      max: 3,
      default: 0,
      description: 'The number of exchanges that QuickBooks hangs up on.',
      effect: {
        on: 'exchange',
        failure: {
          sent: false,
          reason: 'execution-error',
          error: { hresult: '0x80010108', message: 'The object disconnected.' },
        },
      },
    },
  } as const satisfies FaultTable
  const schema = createFaultsSchema(table)
  const values: FaultValues<typeof table> = { ...schema.parse({}), hungUp: 1 }
  const openOn = (storage: CompanyStorage) =>
    openCompany({ storage, clock: () => new Date(), random: Math.random, faults: table })

  it('is accepted by the schema, within its bounds', () => {
    expect(schema.parse({ hungUp: 1 })).toEqual(values)
    expect(schema.safeParse({ hungUp: 4 }).success).toBe(false)
    expect(sandboxFaultsSchema.safeParse({ hungUp: 1 }).success).toBe(false)
  })

  it('is described in the OpenAPI document', () => {
    expect(z.toJSONSchema(schema, { io: 'input' }).properties).toMatchObject({
      hungUp: { type: 'integer', maximum: 3, default: 0, description: table.hungUp.description },
    })
  })

  it('is stored in the company file, and takes effect there', async () => {
    const storage = memoryStorage()
    await openOn(storage).storeFaults(getChangedFaults(table, values))
    const company = openOn(storage)
    expect(getFaultValues(table, await company.storedFaults())).toEqual(values)
    const text = serializeMessageSet({ requests: [branch('HostQueryRq', [])], onError: 'stopOnError' })
    expect(await company.exchange(text)).toEqual(table.hungUp.effect.failure)
    expect(getFaultValues(table, await company.storedFaults()).hungUp).toBe(0)
    expect(await company.exchange(text)).toHaveProperty('response')
  })
})

it('stores only the faults that differ from their defaults', () => {
  const values = Object.entries<FaultRow>(sandboxFaults).map(([name, row]) => [name, anotherValue(row)])
  const all = sandboxFaultsSchema.parse(Object.fromEntries(values))
  expect(getChangedFaults(sandboxFaults, all)).toEqual(all)
  expect(getChangedFaults(sandboxFaults, sandboxFaultsSchema.parse({}))).toEqual({})
})

function anotherValue(row: FaultRow) {
  if (row.type === 'flag') return !row.default
  if (row.type === 'date') return '2026-01-31'
  return row.type === 'choice' ? row.choices.find((choice) => choice !== row.default) : row.default + 1
}
