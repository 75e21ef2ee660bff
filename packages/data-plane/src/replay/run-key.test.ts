import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { requireSupportedEntity } from '../operations/find-entity.ts'
import type { WriteOperation } from '../operations/operation.ts'
import { firstRun, hashRequest, messageSetId } from './run-key.ts'

const table = requireSupportedEntity('Customer')
function hash(text: string, operation: 'create' | 'update' = 'create') {
  const write: WriteOperation = {
    kind: operation,
    table,
    body: JSON.parse(text),
    write: { entity: 'Customer', operation },
  }
  return hashRequest(write)
}

it('hashes requests with equal JSON alike, and other requests differently [dp-4.2-retries.3]', () => {
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
  expect(hash('{"DisplayName":"A"}', 'update')).not.toBe(hash('{"DisplayName":"A"}'))
})

it('rejects a body nested deeper than any record', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  expect(hash(nested(100))).toMatch(/^[\w-]{43}$/)
  expect(() => hash(nested(101))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
  expect(() => hash(nested(100_000))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
})

it('distinguishes line orders', () => {
  expect(hash('{"Line":[1,2]}')).not.toBe(hash('{"Line":[2,1]}'))
})

it('derives a requestid’s first run from it and its realm', () => {
  const [realmId, other] = ['1234567890123456', '1234567890123457'].map((id) => parseRealmId(id) as RealmId)
  const run = firstRun(realmId as RealmId, 'r-1')
  expect(run).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(firstRun(realmId as RealmId, 'r-1')).toBe(run)
  expect(firstRun(realmId as RealmId, 'r-2')).not.toBe(run)
  expect(firstRun(other as RealmId, 'r-1')).not.toBe(run)
})

it('creates a message set ID for each write of each run, in the form QuickBooks accepts', () => {
  const realmId = parseRealmId('1234567890123456') as RealmId
  const key = { realmId, requestId: 'r'.repeat(50), run: '5e0f6d2c-8b1a-4c86-9d53-7d5a4f0c7a11' }
  const ids = [
    messageSetId(key, 0),
    messageSetId(key, 1),
    messageSetId({ ...key, requestId: 'r' }, 0),
    messageSetId({ ...key, run: '5e0f6d2c-8b1a-4c86-9d53-7d5a4f0c7a12' }, 0),
    messageSetId({ ...key, realmId: parseRealmId('1234567890123457') as RealmId }, 0),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(messageSetId(key, 0)).toBe(ids[0])
})
