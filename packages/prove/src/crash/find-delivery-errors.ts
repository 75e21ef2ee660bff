import type { RealmId } from '@bridge/agent-protocol'
import { toEventId } from '@bridge/data-plane/record-changes/event-id'
import { findChangesAfter } from '@bridge/data-plane/record-changes/record-changes.store'
import type { Database } from '@bridge/database'
import type { ReceivedEvents } from './webhook-receiver.ts'

/**
 * Compares what a receiver has of a company file with its stored changes. Returns each event that is lost or invented,
 * and each change whose first delivery comes after a later change's.
 */
export async function findDeliveryErrors(
  database: Database,
  realmId: RealmId,
  { ids, refused }: ReceivedEvents,
): Promise<readonly string[]> {
  const changes = await findChangesAfter(database, realmId, 0n, 10_000)
  const expected = changes.map((change) => toEventId(realmId, change))
  const received = new Set(ids)
  const inOrder = expected.filter((id) => received.has(id))
  const known = ids.filter((id) => expected.includes(id))
  return [
    ...expected.filter((id) => !received.has(id)).map((id) => `Not delivered: ${id}`),
    ...ids.filter((id) => !expected.includes(id)).map((id) => `Delivered, and no change: ${id}`),
    ...known.filter((id, index) => id !== inOrder[index]).map((id) => `Delivered out of order: ${id}`),
    ...(refused === 0 ? [] : [`${refused} wrong signatures`]),
  ]
}
