import { requireRealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { builtEntity } from '../data-plane/entity.ts'
import { messageSetIdOf, requestHashOf } from './run-key.ts'

const table = builtEntity('Customer')
function hash(text: string) {
  return requestHashOf({ kind: 'create', table, body: JSON.parse(text) })
}

it('takes a request for another one where its JSON says something else [dp-4.2-retries.3]', () => {
  const one = hash('{"DisplayName":"A","BillAddr":{"City":"X","Line1":"1"}}')
  expect(hash('{ "BillAddr": {"Line1":"1", "City":"X"}, "DisplayName": "\\u0041" }')).toBe(one)
  for (const other of [
    '{"DisplayName":"B","BillAddr":{"City":"X","Line1":"1"}}',
    '{"DisplayName":"A","BillAddr":{"City":"X"},"Line1":"1"}',
    '{"DisplayName":"A","BillAddr":[{"City":"X","Line1":"1"}]}',
    '{"DisplayName":"A","BillAddr":{"City":"X","Line1":1}}',
  ]) {
    expect(hash(other)).not.toBe(one)
  }
  expect(requestHashOf({ kind: 'update', table, body: { DisplayName: 'A' } })).not.toBe(
    requestHashOf({ kind: 'create', table, body: { DisplayName: 'A' } }),
  )
})

it('refuses a body that is nested deeper than any record', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  expect(hash(nested(100))).toMatch(/^[\w-]{43}$/)
  expect(() => hash(nested(101))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
  expect(() => hash(nested(100_000))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
})

it('keeps the order of lines', () => {
  expect(hash('{"Line":[1,2]}')).not.toBe(hash('{"Line":[2,1]}'))
})

it('gives each write of each run a message-set id that QuickBooks takes', () => {
  const realmId = requireRealmId('1234567890123456')
  const key = { realmId, requestId: 'r'.repeat(50), run: '5e0f6d2c-8b1a-4c86-9d53-7d5a4f0c7a11' }
  const ids = [
    messageSetIdOf(key, 0),
    messageSetIdOf(key, 1),
    messageSetIdOf({ ...key, requestId: 'r' }, 0),
    messageSetIdOf({ ...key, run: '5e0f6d2c-8b1a-4c86-9d53-7d5a4f0c7a12' }, 0),
    messageSetIdOf({ ...key, realmId: requireRealmId('1234567890123457') }, 0),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(messageSetIdOf(key, 0)).toBe(ids[0])
})
