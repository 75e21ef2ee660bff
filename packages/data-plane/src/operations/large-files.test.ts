import type { JsonObject } from '@bridge/translation'
import { beforeAll, expect, it } from 'vitest'
import { type FieldKind, listFields, type QueryParts, runNaively } from '../../test/naive-query.fixture.ts'
import { openLargeCompany } from '../../test/sample-company.fixture.ts'
import type { CompanyFile } from './company-file.ts'
import { createIdLists } from './id-lists.ts'
import { query } from './query.ts'

let file: CompanyFile
let records: Readonly<Record<string, readonly JsonObject[]>>
let kinds: ReadonlyMap<string, FieldKind>

beforeAll(async () => {
  const company = await openLargeCompany({ customers: 600, invoices: 3_000 })
  const idLists = createIdLists(() => new Date('2026-03-16T10:00:00Z')).of(company.realmId, 'client')
  file = { ...company, idLists }
  records = {
    Invoice: await readPages('Invoice', 'SELECT * FROM Invoice', 1_000),
    Customer: await readPages('Customer', 'SELECT * FROM Customer', 1_000),
  }
  kinds = new Map(Object.values(records).flatMap((each) => [...listFields(each)]))
}, 120_000)

async function readPages(entity: string, text: string, size: number): Promise<readonly JsonObject[]> {
  const rows: JsonObject[] = []
  for (let page = 0; ; page++) {
    const paged = `${text} STARTPOSITION ${page * size + 1} MAXRESULTS ${size}`
    const { body } = await query(file, { text: paged })
    const found = ((body.QueryResponse as JsonObject)[entity] ?? []) as JsonObject[]
    rows.push(...found)
    if (found.length < size) return rows
  }
}

const since = '2026-03-10T00:00:00Z'
const until = '2026-03-15T18:00:00Z'
type Expected = Partial<Omit<QueryParts, 'columns'>>
const lastUpdated = 'MetaData.LastUpdatedTime'

/** Queries of public integrations, their page sizes, and their conditions and orders for a naive query. */
const texts: readonly (readonly [text: string, size: number, expected: Expected])[] = [
  [
    'SELECT * FROM Invoice ORDERBY Metadata.LastUpdatedTime DESC',
    1_000,
    { orders: [{ path: lastUpdated, descending: true }] },
  ],
  [
    `SELECT * FROM Invoice WHERE Metadata.LastUpdatedTime > '${since}' AND Metadata.LastUpdatedTime <= '${until}' ORDER BY Metadata.LastUpdatedTime ASC`,
    200,
    {
      conditions: [
        { path: lastUpdated, operator: '>', values: [since] },
        { path: lastUpdated, operator: '<=', values: [until] },
      ],
      orders: [{ path: lastUpdated, descending: false }],
    },
  ],
  ['select * from Customer ORDER BY Id', 100, { entity: 'Customer', orders: [{ path: 'Id', descending: false }] }],
  ['Select * From Invoice ORDERBY Id', 100, { orders: [{ path: 'Id', descending: false }] }],
  [
    'SELECT * FROM Invoice ORDER BY Metadata.LastUpdatedTime ASC',
    1_000,
    { orders: [{ path: lastUpdated, descending: false }] },
  ],
  ['SELECT * FROM Invoice ORDERBY TxnDate DESC', 400, { orders: [{ path: 'TxnDate', descending: true }] }],
  [
    'SELECT * FROM Customer WHERE Active = true ORDERBY DisplayName',
    250,
    {
      entity: 'Customer',
      conditions: [{ path: 'Active', operator: '=', values: ['true'] }],
      orders: [{ path: 'DisplayName', descending: false }],
    },
  ],
  [
    "SELECT * FROM Invoice WHERE TotalAmt > '150' ORDERBY TotalAmt DESC, DocNumber",
    500,
    {
      conditions: [{ path: 'TotalAmt', operator: '>', values: ['150'] }],
      orders: [
        { path: 'TotalAmt', descending: true },
        { path: 'DocNumber', descending: false },
      ],
    },
  ],
  [
    "SELECT * FROM Invoice WHERE PrivateNote LIKE '%7%' AND Balance > '0' ORDERBY CustomerRef, TxnDate DESC",
    300,
    {
      conditions: [
        { path: 'PrivateNote', operator: 'LIKE', values: ['%7%'] },
        { path: 'Balance', operator: '>', values: ['0'] },
      ],
      orders: [
        { path: 'CustomerRef', descending: false },
        { path: 'TxnDate', descending: true },
      ],
    },
  ],
  [
    "SELECT * FROM Invoice WHERE TotalAmt < '900'",
    1_000,
    { conditions: [{ path: 'TotalAmt', operator: '<', values: ['900'] }] },
  ],
]

it.each(texts)('returns each record of %s once, in pages of %i, in order [dp-4.3.6]', async (text, size, expected) => {
  const parts = { entity: 'Invoice', columns: '*', conditions: [], orders: [], ...expected } as const
  const naive = runNaively({ ...parts, startPosition: 1, maxResults: 10_000 }, records[parts.entity] ?? [], kinds)
  const wanted = (naive[parts.entity] ?? []) as JsonObject[]
  expect(wanted.length).toBeGreaterThan(500)
  const rows = await readPages(parts.entity, text, size)
  expect(rows.map(({ Id }) => Id)).toEqual(wanted.map(({ Id }) => Id))
  expect(rows).toEqual(wanted)
})

it.each([
  'SELECT * FROM Invoice ORDERBY Metadata.LastUpdatedTime DESC MAXRESULTS 10',
  'SELECT * FROM Invoice ORDERBY TxnDate DESC MAXRESULTS 20',
  'SELECT * FROM Invoice ORDERBY MetaData.CreateTime DESC MAXRESULTS 500',
])('returns the newest records: %s', async (text) => {
  const [, path = '', size = ''] = /ORDERBY (\S+) DESC MAXRESULTS (\d+)/.exec(text) ?? []
  const orders = [{ path: path.replace('Metadata', 'MetaData'), descending: true }]
  const parts = { entity: 'Invoice', columns: '*', conditions: [], orders, startPosition: 1 } as const
  const { body, plan } = await query(file, { text, explain: true })
  // The whole file has 3,000.
  expect(Number(/records fetched: (\d+)/.exec(plan ?? '')?.[1])).toBeLessThan(3_000)
  expect(body.QueryResponse).toEqual(runNaively({ ...parts, maxResults: Number(size) }, records.Invoice ?? [], kinds))
})

it('counts by conditions that QuickBooks cannot apply [dp-4.3.4]', async () => {
  const { body } = await query(file, { text: "SELECT COUNT(*) FROM Invoice WHERE TotalAmt > '500'" })
  const count = (records.Invoice ?? []).filter(({ TotalAmt }) => Number(TotalAmt) > 500).length
  expect(count).toBeGreaterThan(1_000)
  expect(body.QueryResponse).toEqual({ totalCount: count })
})

it('loses no record of a run whose connection is lost again and again', async () => {
  let exchanges = 0
  const read: CompanyFile['read'] = async (...call) => {
    exchanges++
    return exchanges % 5 === 0 ? { sent: true, lost: true, reason: 'connection' } : file.read(...call)
  }
  const ids: unknown[] = []
  let repeats = 0
  for (let found = 500; found === 500; ) {
    const text = `SELECT Id FROM Invoice ORDERBY MetaData.CreateTime STARTPOSITION ${ids.length + 1} MAXRESULTS 500`
    try {
      const { body } = await query({ ...file, read }, { text })
      const rows = ((body.QueryResponse as JsonObject).Invoice ?? []) as JsonObject[]
      found = rows.length
      ids.push(...rows.map(({ Id }) => Id))
    } catch (error) {
      expect(error).toMatchObject({ code: 'AGENT_TIMEOUT' })
      repeats++
    }
  }
  expect(repeats).toBeGreaterThan(1)
  const invoices = records.Invoice ?? []
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids)).toEqual(new Set(invoices.map(({ Id }) => Id)))
})
