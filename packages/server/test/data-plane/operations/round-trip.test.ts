import { registry } from '@bridge/translation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { validBodies } from '../../valid-bodies.fixture.ts'

let bridge: TestBridge

beforeAll(async () => {
  bridge = await startBridge()
})
afterAll(() => bridge.stop())

/** The sample company has one currency, and therefore no list of currencies. */
const isOff = new Set(['CompanyCurrency'])

const changeable = Object.values(registry).flatMap((found) =>
  found.kind === 'built' && found.table.can.includes('update') && !isOff.has(found.table.name)
    ? [found.table.name]
    : [],
)

/** Other items, and bill payments by card, cannot be changed through qbXML. */
const conditions: Readonly<Record<string, string>> = {
  BillPayment: " WHERE PayType = 'Check'",
  Item: " WHERE Type IN ('Service', 'NonInventory', 'Inventory')",
}

/** Selects only a few records of each entity, evenly spread. */
const maxRecords = 12

describe('a record of the sample company', () => {
  it.each(changeable)('does not change when a %s is sent back as it was read [dp-4.2.3]', async (entity) => {
    const query = `SELECT * FROM ${entity}${conditions[entity] ?? ''} MAXRESULTS 400`
    const read = await bridge.call(`/query?query=${encodeURIComponent(query)}`)
    expect([read.status, read.body.Fault]).toEqual([200, undefined])
    const found: readonly Record<string, unknown>[] = read.body.QueryResponse[entity]
    expect(found.length).toBeGreaterThan(0)
    const step = Math.max(1, Math.floor(found.length / maxRecords))
    for (const record of found.filter((_, index) => index % step === 0)) {
      const response = await bridge.call(`/${entity}`, { json: record })
      expect([response.status, response.body.Fault, record]).toEqual([200, undefined, record])
      expect(response.headers.get('x-svc-warning')).toBeNull()
      const { SyncToken, MetaData, ...kept } = record
      expect(response.body[entity]).toMatchObject(kept)
      const { SyncToken: _token, MetaData: _times, ...stored } = response.body[entity]
      expect(Object.keys(stored).sort()).toEqual(Object.keys(kept).sort())
    }
  })
})

/** Entities without a mod request in qbXML. */
const unchangeable = new Set(['Term', 'PaymentMethod', 'RefundReceipt'])

describe('a record that was just created', () => {
  it('does not change when it is sent back as a sparse or a full update [dp-4.2.3]', async () => {
    for (const { entity, name, body } of await validBodies(bridge.call)) {
      const created = await bridge.call(`/${entity}`, { json: body('new') })
      expect([name, created.status, created.body.Fault]).toEqual([name, 200, undefined])
      const { SyncToken, MetaData, ...kept } = created.body[entity]
      const read = await bridge.call(`/${entity}/${kept.Id}`)
      expect(read.body[entity]).toEqual(created.body[entity])
      let current = created.body[entity]
      for (const sparse of [true, false]) {
        const response = await bridge.call(`/${entity}`, { json: { ...current, sparse } })
        if (unchangeable.has(entity)) {
          expect(response.body.Fault?.Error[0]).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
          continue
        }
        expect([name, response.status, response.body.Fault]).toEqual([name, 200, undefined])
        expect(response.headers.get('x-svc-warning')).toBeNull()
        current = response.body[entity]
        const { SyncToken: _token, MetaData: _times, ...stored } = current
        expect(stored).toEqual(kept)
      }
    }
  })
})
