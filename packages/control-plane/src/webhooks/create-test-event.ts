import { randomUUID } from 'node:crypto'
import { findEvent } from './event-types.ts'
import type { ReportedChange } from './webhook-body.ts'

/** No company file has this ID. */
const testRealmId = '1000000000000000'

/** Creates an event of a record that does not exist, to test a receiver. */
export function createTestEvent(name: string, occurredAt: Date): ReportedChange {
  const { entity, operation } = findEvent(name)
  return {
    realmId: testRealmId,
    entity,
    recordId: '1F-1700000000',
    operation,
    occurredAt,
    ...(operation === 'merge' && { mergedId: '20-1700000000' }),
    eventId: randomUUID(),
  }
}
