import { describe, expect, it } from 'vitest'
import { eventNames, isReported } from './event-types.ts'
import { type ReportedChange, serializeBody } from './webhook-body.ts'

const options = { clientId: 'svcc_app', format: 'cloudevents', ids: 'text' } as const

function invoice(changed: Partial<ReportedChange> = {}): ReportedChange {
  return {
    realmId: '9130350000000001',
    entity: 'Invoice',
    recordId: '1F-1700000000',
    operation: 'update',
    occurredAt: new Date('2026-11-27T12:00:00.179Z'),
    eventId: '88cd52aa-33b6-5351-9aa4-47572edbd068',
    ...changed,
  }
}

describe('serializeBody', () => {
  it('returns CloudEvents as QuickBooks Online sends them', () => {
    expect(serializeBody([invoice()], options)).toBe(
      '[{"specversion":"1.0","id":"88cd52aa-33b6-5351-9aa4-47572edbd068","source":"intuit.bYMMwvX5nyVl89R4oIrGcB6RekQSGiWeO89huSO/zD4=","type":"qbo.invoice.updated.v1","datacontenttype":"application/json","time":"2026-11-27T12:00:00.179Z","intuitentityid":"1F-1700000000","intuitaccountid":"9130350000000001","data":{}}]',
    )
  })

  it('returns the legacy format, with the entities of a realm together', () => {
    const other = invoice({ realmId: '9130350000000002', operation: 'void' })
    const changes = [invoice(), other, invoice({ entity: 'Customer', operation: 'create' })]
    expect(JSON.parse(serializeBody(changes, { ...options, format: 'legacy' }))).toEqual({
      eventNotifications: [
        {
          realmId: '9130350000000001',
          dataChangeEvent: {
            entities: [
              { name: 'Invoice', id: '1F-1700000000', operation: 'Update', lastUpdated: '2026-11-27T12:00:00.179Z' },
              { name: 'Customer', id: '1F-1700000000', operation: 'Create', lastUpdated: '2026-11-27T12:00:00.179Z' },
            ],
          },
        },
        {
          realmId: '9130350000000002',
          dataChangeEvent: {
            entities: [
              { name: 'Invoice', id: '1F-1700000000', operation: 'Void', lastUpdated: '2026-11-27T12:00:00.179Z' },
            ],
          },
        },
      ],
    })
  })

  it('names the record that a merge removed', () => {
    const merge = invoice({ entity: 'Customer', operation: 'merge', mergedId: '20-1700000000' })
    expect(JSON.parse(serializeBody([merge], options))).toMatchObject([
      { type: 'qbo.customer.merged.v1', data: { deletedid: '20-1700000000' } },
    ])
    const legacy = JSON.parse(serializeBody([merge], { ...options, format: 'legacy' }))
    expect(legacy.eventNotifications[0].dataChangeEvent.entities[0]).toMatchObject({
      operation: 'Merge',
      deletedId: '20-1700000000',
    })
  })

  it('returns numeric IDs where the app chose them, also of merged records', () => {
    const merge = invoice({ operation: 'merge', mergedId: '20-1700000000' })
    const [event] = JSON.parse(serializeBody([merge], { ...options, ids: 'numeric' }))
    expect([event.intuitentityid, event.data.deletedid]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ])
  })

  it('stays below 256 KiB with 100 events', () => {
    const long = invoice({ entity: 'InventoryAdjustment', recordId: 'x'.repeat(36), mergedId: 'x'.repeat(36) })
    expect(serializeBody(Array(100).fill(long), options).length).toBeLessThan(256 * 1024)
  })
})

describe('isReported', () => {
  it('is true for the events of QuickBooks Online that a webhook wants', () => {
    expect(isReported({ entity: 'Invoice', operation: 'void' }, [])).toBe(true)
    expect(isReported({ entity: 'Invoice', operation: 'void' }, ['invoice.void'])).toBe(true)
    expect(isReported({ entity: 'Invoice', operation: 'update' }, ['invoice.void'])).toBe(false)
    expect(isReported({ entity: 'Invoice', operation: 'merge' }, [])).toBe(false)
    expect(isReported({ entity: 'TaxCode', operation: 'update' }, [])).toBe(false)
    expect(eventNames).toHaveLength(91)
  })
})
