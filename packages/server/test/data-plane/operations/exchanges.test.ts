import { createRecordingDesktop } from '@bridge/data-plane/testing/recording-desktop'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'

let bridge: TestBridge
const desktop = createRecordingDesktop()
const { exchanged } = desktop
let queries = 0

beforeAll(async () => {
  bridge = await startBridge({
    productionDesktop: desktop,
    onQuery: () => {
      queries += 1
    },
  })
})
afterAll(() => bridge.stop())
beforeEach(() => {
  exchanged.length = 0
})

async function call(path: string, json?: unknown) {
  const response = await bridge.production.call(path, json === undefined ? {} : { json })
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  return response.body
}
async function firstInvoice() {
  const { Invoice } = (await call(`/query?query=${encodeURIComponent('select * from Invoice maxresults 1')}`))
    .QueryResponse
  exchanged.length = 0
  return Invoice[0]
}

it('creates and reads in one exchange each', async () => {
  const { Customer } = await call('/customer', { DisplayName: 'One exchange' })
  await call(`/customer/${Customer.Id}`)
  expect(exchanged).toMatchObject([
    { kind: 'write', requests: ['CustomerAddRq'], write: { entity: 'Customer', operation: 'create' } },
    { kind: 'read', requests: ['CustomerQueryRq'] },
  ])
})

it('runs no database query for a read once token and permits are cached', async () => {
  const queriesOfRounds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    queries = 0
    for (let index = 0; index < 5; index += 1) await call('/preferences')
    queriesOfRounds.push(queries)
  }
  // Caches are refreshed and counts are stored now and then, possibly during a round.
  expect(Math.min(...queriesOfRounds)).toBe(0)
})

it('deletes in one exchange', async () => {
  const invoice = await firstInvoice()
  await call('/invoice?operation=delete', { Id: invoice.Id })
  expect(exchanged).toMatchObject([
    { kind: 'write', requests: ['TxnDelRq'], write: { entity: 'Invoice', operation: 'delete' } },
  ])
})

it('passes the requestid of a write to the journal, with its message set ID and when to clear it', async () => {
  const journaled = { messageSetId: expect.stringMatching(/^[0-9A-Za-z]{22}$/), clearAt: expect.any(Date) }
  const { Customer } = await call('/customer?requestid=abc-2', { DisplayName: 'With a requestid' })
  await call('/customer?requestid=abc-3', { Id: Customer.Id, SyncToken: Customer.SyncToken, GivenName: 'A' })
  expect(exchanged.map(({ requests, write }) => [requests, write])).toEqual([
    [['CustomerAddRq'], { entity: 'Customer', operation: 'create', requestId: 'abc-2', ...journaled }],
    [
      ['CustomerModRq', 'CustomerQueryRq'],
      { entity: 'Customer', operation: 'update', requestId: 'abc-3', ...journaled },
    ],
  ])
})

it('changes a header in one exchange and a line table in two [dp-4.2-lines.4]', async () => {
  const { Id, SyncToken, Line } = await firstInvoice()
  const { Invoice } = await call('/invoice', { Id, SyncToken, PrivateNote: 'one' })
  await call('/invoice', { Id, SyncToken: Invoice.SyncToken, Line })
  expect(exchanged.map(({ kind, requests }) => [kind, requests])).toEqual([
    ['write', ['InvoiceModRq', 'InvoiceQueryRq']],
    ['read', ['InvoiceQueryRq']],
    ['write', ['InvoiceModRq', 'InvoiceQueryRq']],
  ])
})

it('runs a query of up to 500 records in one exchange', async () => {
  await call(`/query?query=${encodeURIComponent("select * from Customer where DisplayName like 'A%'")}`)
  expect(exchanged.map(({ kind, requests }) => [kind, requests])).toEqual([['read', ['CustomerQueryRq']]])
})

it('rejects bad input before anything is sent', async () => {
  for (const json of [
    { DisplayName: 'x'.repeat(101) },
    { DisplayName: 7 },
    { Nonsense: 1 },
    {},
    { DisplayName: 'a\u0000b' },
  ]) {
    const response = await bridge.production.call('/customer', { json })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  }
  expect(exchanged).toEqual([])
})
