import { hash } from 'node:crypto'
import type { RecordChange } from '@bridge/data-plane/record-changes/record-change'
import { toNumericId } from '@bridge/translation'
import { toEventName, toLegacyOperation } from './event-types.ts'

/** A change of a record, as webhooks report it. */
export interface ReportedChange
  extends Pick<RecordChange, 'entity' | 'recordId' | 'operation' | 'occurredAt' | 'mergedId'> {
  readonly realmId: string
  /** The same in each delivery. */
  readonly eventId: string
}

/** A webhook's choices that its bodies depend on. */
export interface BodyOptions {
  readonly clientId: string
  readonly format: 'cloudevents' | 'legacy'
  readonly ids: 'text' | 'numeric'
}

/** Returns a webhook's body as JSON text, in one of QuickBooks Online's formats. */
export function serializeBody(changes: readonly ReportedChange[], options: BodyOptions): string {
  const toId = options.ids === 'numeric' ? toNumericId : (id: string) => id
  return JSON.stringify(
    options.format === 'legacy' ? toNotifications(changes, toId) : toCloudEvents(changes, toId, options.clientId),
  )
}

type ToId = (id: string) => string

function toCloudEvents(changes: readonly ReportedChange[], toId: ToId, clientId: string) {
  const source = `intuit.${hash('sha256', clientId, 'base64')}`
  return changes.map(({ realmId, entity, recordId, operation, occurredAt, mergedId, eventId }) => ({
    specversion: '1.0',
    id: eventId,
    source,
    type: `qbo.${toEventName(entity, operation)}.v1`,
    datacontenttype: 'application/json',
    time: occurredAt.toISOString(),
    intuitentityid: toId(recordId),
    intuitaccountid: realmId,
    data: mergedId === undefined ? {} : { deletedid: toId(mergedId) },
  }))
}

/** Groups the changes by realm. Changes of one realm keep their order. */
function toNotifications(changes: readonly ReportedChange[], toId: ToId) {
  const realms = Map.groupBy(changes, ({ realmId }) => realmId)
  return {
    eventNotifications: [...realms].map(([realmId, ofRealm]) => ({
      realmId,
      dataChangeEvent: {
        entities: ofRealm.map(({ entity, recordId, operation, occurredAt, mergedId }) => ({
          name: entity,
          id: toId(recordId),
          operation: toLegacyOperation(operation),
          lastUpdated: occurredAt.toISOString(),
          ...(mergedId !== undefined && { deletedId: toId(mergedId) }),
        })),
      },
    })),
  }
}
