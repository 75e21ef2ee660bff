import { expect, it } from 'vitest'
import { createQuery } from './create-query.ts'

it('writes conditions, order and paging', () => {
  const where = [
    ['CustomerRef', '=', '1-2'],
    ['Balance', '>', 0],
    ['DocNumber', 'IN', ['7', '8']],
  ] as const
  const input = { entity: 'Invoice', columns: ['Id'], where, order: 'TxnDate DESC', start: 11, limit: 10 }
  expect(createQuery(input)).toBe(
    "SELECT Id FROM Invoice WHERE CustomerRef = '1-2' AND Balance > '0' AND DocNumber IN ('7', '8') ORDERBY TxnDate DESC STARTPOSITION 11 MAXRESULTS 10",
  )
})

it('counts without order and paging', () => {
  const input = { entity: 'Bill', count: true, order: 'TxnDate', limit: 10 }
  expect(createQuery(input)).toBe('SELECT COUNT(*) FROM Bill')
})

it('escapes quotes and backslashes', () => {
  const input = { entity: 'Class', columns: ['*'], where: [['Name', '=', "a\\' OR 'b"]] as const, limit: 1 }
  expect(createQuery(input)).toContain(String.raw`WHERE Name = 'a\\\' OR \'b'`)
})

it('reads everything if an entity has no summary', () => {
  expect(createQuery({ entity: 'Nothing', limit: 1 })).toBe('SELECT * FROM Nothing STARTPOSITION 1 MAXRESULTS 1')
})
