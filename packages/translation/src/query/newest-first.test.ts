import { expect, it } from 'vitest'
import { requireTable } from '../../test/translation.fixture.ts'
import { getNewestQueries } from './newest-first.ts'
import { parseQuery } from './parse.ts'

const now = new Date('2026-03-16T10:00:00Z')
function getQueries(text: string) {
  const query = parseQuery(text)
  return getNewestQueries(query, requireTable(query.entity), now)
}

it.each(['TxnDate', 'Metadata.LastUpdatedTime', 'MetaData.CreateTime'])(
  'looks back 2, 30 and 480 days for the newest by %s',
  (name) => {
    const queries = getQueries(`SELECT * FROM Invoice WHERE PrivateNote = 'x' ORDERBY ${name} DESC, Id`)
    expect(queries.map(({ conditions }) => conditions.at(-1))).toEqual(
      ['2026-03-14', '2026-02-14', '2024-11-21'].map((text) => ({
        property: name,
        operator: '>=',
        values: [{ kind: 'string', text }],
      })),
    )
    expect(queries.map(({ conditions }) => conditions.length)).toEqual([2, 2, 2])
  },
)

it.each([
  ['an ascending order', 'SELECT * FROM Invoice ORDERBY TxnDate'],
  ['an order by another field', 'SELECT * FROM Invoice ORDERBY DocNumber DESC, TxnDate DESC'],
  ['no order', 'SELECT * FROM Invoice'],
  ['a condition that QuickBooks applies', "SELECT * FROM Invoice WHERE TxnDate > '2026-01-01' ORDERBY TxnDate DESC"],
])('does not look back for %s', (_what, text) => {
  expect(getQueries(text)).toEqual([])
})
