import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Desktop, ExchangeOptions } from '../../desktop/desktop.ts'
import { startBridge, type TestBridge } from '../bridge.fixture.ts'

interface Exchanged extends ExchangeOptions {
  readonly request: string | undefined
}

let exchanged: Exchanged[] = []
let bridge: TestBridge
let queries = 0

/** A company file in memory that notes what it is sent. */
const notingDesktop = (): Desktop => {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date(),
    random: Math.random,
    template: 'starter',
  })
  return {
    async exchange(_realmId, messageSet, options) {
      exchanged.push({ ...options, request: /<((?!QBXML)\w+Rq) /.exec(messageSet)?.[1] })
      const result = await company.exchange(messageSet)
      if (!('answer' in result)) throw new Error(JSON.stringify(result))
      return { sent: true, lost: false, answer: result.answer }
    },
  }
}

beforeAll(async () => {
  bridge = await startBridge({
    productionDesktop: notingDesktop(),
    onQuery: () => {
      queries += 1
    },
  })
})
afterAll(() => bridge.stop())
beforeEach(() => {
  exchanged = []
})

const call = async (path: string, json?: unknown) => {
  const answer = await bridge.production.call(path, json === undefined ? {} : { json })
  expect([answer.status, answer.body.Fault]).toEqual([200, undefined])
  return answer.body
}
const firstInvoice = async () => {
  const { Invoice } = (await call(`/query?query=${encodeURIComponent('select * from Invoice maxresults 1')}`))
    .QueryResponse
  exchanged = []
  return Invoice[0]
}

it('creates and reads in one exchange each', async () => {
  const { Customer } = await call('/customer', { DisplayName: 'One exchange' })
  await call(`/customer/${Customer.Id}`)
  expect(exchanged).toEqual([
    { kind: 'write', request: 'CustomerAddRq', write: { entity: 'Customer', operation: 'create' } },
    { kind: 'read', request: 'CustomerQueryRq' },
  ])
})

it('asks the database nothing for a read, once token and permits are at hand', async () => {
  const queriesOfRounds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    queries = 0
    for (let index = 0; index < 5; index += 1) await call('/preferences')
    queriesOfRounds.push(queries)
  }
  // What is remembered is renewed now and then, and counts are stored: a round may fall on that.
  expect(Math.min(...queriesOfRounds)).toBe(0)
})

it('deletes in one exchange', async () => {
  const invoice = await firstInvoice()
  await call('/invoice?operation=delete', { Id: invoice.Id })
  expect(exchanged).toEqual([{ kind: 'write', request: 'TxnDelRq', write: { entity: 'Invoice', operation: 'delete' } }])
})

it('hands the requestid of a write on to the journal, with the id that QuickBooks knows it by', async () => {
  const messageSetId = expect.stringMatching(/^[0-9A-Za-z]{22}$/)
  const { Customer } = await call('/customer?requestid=abc-2', { DisplayName: 'With a requestid' })
  await call('/customer?requestid=abc-3', { Id: Customer.Id, SyncToken: Customer.SyncToken, GivenName: 'A' })
  expect(exchanged.map(({ request, write }) => [request, write])).toEqual([
    ['CustomerAddRq', { entity: 'Customer', operation: 'create', requestId: 'abc-2', messageSetId }],
    ['CustomerModRq', { entity: 'Customer', operation: 'update', requestId: 'abc-3', messageSetId }],
  ])
})

it('[dp-4.2-line-level-updates.4] changes a header in one exchange and a line table in two', async () => {
  const { Id, SyncToken, Line } = await firstInvoice()
  const { Invoice } = await call('/invoice', { Id, SyncToken, PrivateNote: 'one' })
  await call('/invoice', { Id, SyncToken: Invoice.SyncToken, Line })
  expect(exchanged.map(({ kind, request }) => [kind, request])).toEqual([
    ['write', 'InvoiceModRq'],
    ['read', 'InvoiceQueryRq'],
    ['write', 'InvoiceModRq'],
  ])
})

it('answers a query of up to 500 records in one exchange', async () => {
  await call(`/query?query=${encodeURIComponent("select * from Customer where DisplayName like 'A%'")}`)
  expect(exchanged.map(({ kind, request }) => [kind, request])).toEqual([['read', 'CustomerQueryRq']])
})

it('refuses bad input before anything is sent', async () => {
  for (const json of [
    { DisplayName: 'x'.repeat(101) },
    { DisplayName: 7 },
    { Nonsense: 1 },
    {},
    { DisplayName: 'a\u0000b' },
  ]) {
    const answer = await bridge.production.call('/customer', { json })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  }
  expect(exchanged).toEqual([])
})
