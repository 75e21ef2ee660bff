import type { RealmId } from '@bridge/agent-protocol'
import { toEventId } from '@bridge/data-plane/record-changes/event-id'
import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { isReported, toEventName } from '../../webhooks/event-types.ts'
import { isAccepted } from '../../webhooks/send-webhook.ts'
import { type ChangeDelivery, findChangeDeliveries, findRequestChanges } from './request-events.store.ts'

const eventDeliverySchema = z.strictObject({
  clientId: z.string().nullable().describe('The app; null for one of another organization.'),
  clientName: z.string(),
  state: z
    .enum(['delivered', 'waiting', 'failing', 'not_delivered'])
    .describe(
      '`waiting`: not sent yet. `failing`: sent, and sent again later. `not_delivered`: given up, or lost on purpose.',
    ),
  deliveryId: z.string().nullable().describe('The latest delivery with the event, for an app of the organization.'),
  at: timeSchema.nullable().describe('When it was sent.'),
})

export const requestEventSchema = z
  .strictObject({
    id: z.string().describe('The same in each delivery.'),
    event: z.string().describe('Such as `invoice.updated`.'),
    recordId: z.string(),
    deliveries: z.array(eventDeliverySchema).describe('One for each webhook that reports it, of the last 7 days.'),
  })
  .meta({ id: 'RequestEvent' })

/** Lists the events that a request caused, with their deliveries. */
export async function loadRequestEvents(
  database: Database,
  orgId: OwnedOrgId,
  request: { readonly realmId: RealmId; readonly traceId: string },
): Promise<z.output<typeof requestEventSchema>[]> {
  const changes = (await findRequestChanges(database, request)).filter((change) => isReported(change, []))
  if (changes.length === 0) return []
  const deliveries = Map.groupBy(await findChangeDeliveries(database, request, orgId), ({ seq }) => seq)
  return changes.map((change) => ({
    id: toEventId(request.realmId, change),
    event: toEventName(change.entity, change.operation),
    recordId: change.recordId,
    deliveries: (deliveries.get(change.seq) ?? []).flatMap(formatEventDelivery),
  }))
}

function formatEventDelivery(delivery: ChangeDelivery): z.output<typeof eventDeliverySchema>[] {
  const { clientId, clientName, isOwnClient, events, deliveryId, createdAt } = delivery
  const state = toState(delivery)
  if (state === undefined || !isReported(delivery, events)) return []
  return [
    {
      clientId: isOwnClient ? clientId : null,
      clientName,
      state,
      deliveryId: isOwnClient ? deliveryId : null,
      at: formatTime(createdAt),
    },
  ]
}

/** Returns undefined for a change that was not sent, or whose deliveries are deleted. */
function toState({ deliveryId, isDue, ...delivery }: ChangeDelivery) {
  if (deliveryId === null) return isDue ? 'waiting' : undefined
  if (isAccepted(delivery)) return 'delivered'
  return isDue ? 'failing' : 'not_delivered'
}
