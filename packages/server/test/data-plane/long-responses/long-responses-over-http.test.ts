import { gzipSync } from 'node:zlib'
import type { ExchangeOutcome } from '@bridge/agent-protocol'
import type { Desktop, DesktopResponse } from '@bridge/data-plane/desktop/desktop'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getFault,
  productionRealmId,
  startBridge,
  type TestBridge,
  type TestRequest,
  type TestResponse,
} from '../../bridge.fixture.ts'

const company = openCompany({
  storage: memoryStorage(),
  clock: () => new Date('2026-03-16T12:00:00Z'),
  random: () => 0.5,
  template: 'sample',
})
/** Packs the responses of the company, or replaces them. */
let pack: (response: string) => DesktopResponse = (response) => response
let exchanges = 0
let bridge: TestBridge

const desktop: Desktop = {
  async exchange(_realmId, messageSet): Promise<ExchangeOutcome<DesktopResponse>> {
    exchanges += 1
    const outcome = await company.exchange(messageSet)
    if (!outcome.sent || outcome.lost) throw new Error(`The company file rejected ${messageSet}.`)
    return { ...outcome, response: pack(outcome.response) }
  },
  recall: async () => ({ sent: true, lost: true, reason: 'connection' }),
}

beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop, sandboxBooks: 'empty' })
})
afterAll(() => bridge.stop())

function call(path: string, sent: TestRequest = {}) {
  return bridge.call(`/v3/company/${productionRealmId}${path}`, { ...sent, token: bridge.productionToken })
}
function query(text: string, sent: TestRequest = {}) {
  return call(`/query?query=${encodeURIComponent(text)}`, sent)
}
/** Returns a body as text, without the time of the response. */
function withoutTimes({ body }: TestResponse): string {
  return JSON.stringify(body).replaceAll(/\btime(\\?"[:=]|=)\\?"[^"\\]*\\?"/gi, '')
}
async function readFirstCustomer() {
  const { body } = await query('select Id from Customer maxresults 1')
  return call(`/customer/${body.QueryResponse.Customer[0].Id}`)
}
async function countExchanges<Result>(work: () => Promise<Result>) {
  exchanges = 0
  return { result: await work(), exchanges }
}
function wrap(records: string): string {
  return `<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK">${records}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`
}
let attributes = 0
function nameAttribute(): string {
  attributes += 1
  return ` a${attributes}`
}
function respondWith(text: string) {
  const packed = gzipSync(text)
  pack = () => packed
}

/** Packs a response whose elements are too many to be kept, as its length says. */
function packLong(response: string): DesktopResponse {
  return gzipSync(response.replace('</QBXML>', `${' '.repeat(1_100_000)}</QBXML>`))
}

describe('a long response', () => {
  const batch = {
    BatchItemRequest: [
      { bId: 'a', Query: 'select * from Customer maxresults 2' },
      { bId: 'b', Query: 'select * from Nothing' },
      { bId: 'c', Query: 'select Id from Vendor maxresults 1' },
    ],
  }
  it.each<[string, () => ReturnType<typeof call>]>([
    ['a record', readFirstCustomer],
    ['a record that does not exist', () => call('/customer/80000FFF-1')],
    [
      'a query with a condition and an order',
      () => query("select * from Customer where Balance > '10' orderby DisplayName"),
    ],
    ['invoices with their lines', () => query('select * from Invoice maxresults 20')],
    ['a page in the middle', () => query('select Id, DisplayName from Customer startposition 5 maxresults 3')],
    ['a count', () => query('select count(*) from Invoice')],
    ['a query in XML', () => query('select * from Item maxresults 5', { headers: { accept: 'application/xml' } })],
    ['an invalid query', () => query('select * from Customer where Nothing = 1')],
    ['changes', () => call('/cdc?entities=Customer,Nothing,Invoice&changedSince=2026-03-10')],
    ['a report', () => call('/reports/ProfitAndLoss?start_date=2026-01-01&end_date=2026-03-31')],
    ['a report by class', () => call('/reports/TransactionList?start_date=2026-01-01&end_date=2026-03-31')],
    ['a batch', () => call('/batch', { json: batch })],
    ['a company with departments', () => query('select * from Department')],
  ])('returns what a short one does: %s', async (_what, run) => {
    pack = (response) => response
    const short = await countExchanges(run)
    pack = packLong
    const long = await countExchanges(run)
    expect(withoutTimes(long.result)).toEqual(withoutTimes(short.result))
    expect(long.result.status).toBe(short.result.status)
    expect(long.result.headers.get('x-svc-warning')).toBe(short.result.headers.get('x-svc-warning'))
    expect(long.exchanges).toBe(short.exchanges)
  })

  it('keeps the list of IDs that the pages of a client share', async () => {
    const page = (start: number) => query(`select Id from Customer startposition ${start} maxresults 3`)
    pack = packLong
    await page(4)
    const { exchanges: ofNext } = await countExchanges(() => page(7))
    expect(ofNext).toBe(1)
  })
})

describe('a hostile response', () => {
  it.each([
    ['millions of elements', wrap(`<CustomerRet>${'<A/>'.repeat(1_100_000)}</CustomerRet>`)],
    ['millions of attributes', wrap('<CustomerRet a="" b="" c="" d="" e="" f="" g="" h=""/>'.repeat(250_000))],
    [
      'an element with very many attributes',
      wrap(`<CustomerRet${' a=""'.repeat(257)}/>`.replaceAll(/ a/g, nameAttribute)),
    ],
    ['a long text', wrap(`<CustomerRet><Notes>${'x'.repeat(17 * 1024 ** 2)}</Notes></CustomerRet>`)],
    ['much that inflates from little', wrap(' '.repeat(40 * 1024 ** 2))],
  ])('is one fault of its call: %s', async (_what, text) => {
    respondWith(text)
    const { status, body } = await query('select * from Customer')
    expect([status, body.Fault.Error[0].code]).toEqual([400, 'UNSUPPORTED_QUERY'])
    expect(body.Fault.Error[0].Detail).toMatch(/larger than 16 MiB/)
  })

  it.each([
    ['gzip of what is not qbXML', () => gzipSync('<html>'.repeat(100_000))],
    ['broken gzip', () => Uint8Array.of(0x1f, 0x8b, 8, 0)],
    ['bytes that are not UTF-8', () => gzipSync(Buffer.alloc(300_000, 0xff))],
    ['the response to another request', () => gzipSync(wrap('').replaceAll('Customer', 'Vendor'))],
  ])('that cannot be read is one fault of its call: %s', async (_what, create) => {
    pack = create
    expect(getFault(await query('select * from Customer'))).toEqual({ status: 500, code: '500' })
  })

  it('with a record that would hold up others is one fault of its call', async () => {
    respondWith(wrap(`<CustomerRet>${'<A><B/></A>'.repeat(60_000)}</CustomerRet>${' '.repeat(1_000_000)}`))
    expect(getFault(await query('select * from Customer'))).toEqual({ status: 400, code: 'UNSUPPORTED_QUERY' })
  })
})

it('reads pages of more than 1 MiB in a batch that also writes', async () => {
  pack = (response) => (response.includes('CustomerQueryRs') ? packLong(response) : response)
  const { body } = await call('/batch', {
    json: {
      BatchItemRequest: [
        { bId: 'a', Query: 'select * from Customer maxresults 3' },
        { bId: 'b', operation: 'create', Customer: { DisplayName: 'Zoe' } },
      ],
    },
  })
  const [first, second] = body.BatchItemResponse
  expect([first.QueryResponse.Customer.length, second.Customer.DisplayName]).toEqual([3, 'Zoe'])
})
