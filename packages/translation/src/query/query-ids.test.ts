import { expect, it } from 'vitest'
import { toNumericId } from '../ids/numeric-id.ts'
import { parseQuery } from './parse.ts'
import { readQueryIds } from './query-ids.ts'

const id = '8000007E-1197732180'
const number = toNumericId(id)

it.each([
  [`Invoice WHERE Id = '${number}'`, `Invoice WHERE Id = '${id}'`],
  [`Invoice WHERE Id = ${number}`, `Invoice WHERE Id = '${id}'`],
  [`Invoice WHERE id IN ('${number}', '1F-1700000000')`, `Invoice WHERE id IN ('${id}', '1F-1700000000')`],
  [`Invoice WHERE Id IN ('${number}', '${id}')`, `Invoice WHERE Id IN ('${id}')`],
  [`Invoice WHERE CustomerRef = '${number}' AND Balance > 0`, `Invoice WHERE CustomerRef = '${id}' AND Balance > 0`],
  [`Invoice WHERE customerref.value = '${number}'`, `Invoice WHERE customerref.value = '${id}'`],
])('reads the numeric IDs in %s', (sent, read) => {
  expect(readQueryIds(parseQuery(`SELECT * FROM ${sent}`))).toEqual(parseQuery(`SELECT * FROM ${read}`))
})

it.each([`Invoice WHERE DocNumber = '${number}'`, `Item WHERE UnitPrice = ${number}`, "Invoice WHERE Id = '94'"])(
  'leaves %s',
  (sent) => {
    const query = parseQuery(`SELECT * FROM ${sent}`)
    expect(readQueryIds(query)).toEqual(query)
  },
)
