import { randomUUID } from 'node:crypto'
import { Problem } from '@bridge/faults'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { createTestEvent } from '../webhooks/create-test-event.ts'
import { eventNames } from '../webhooks/event-types.ts'
import { isAccepted, sendWebhook, type WebhookMessage } from '../webhooks/send-webhook.ts'
import { serializeBody } from '../webhooks/webhook-body.ts'
import { type Delivery, insertDelivery, type SentWebhook } from '../webhooks/webhook-delivery.store.ts'
import { noWebhook } from './webhook.ts'
import { findDeliveries, findDelivery, findSentWebhook, recordSend } from './webhook-delivery.store.ts'

const maxPage = 100

const deliverySchema = z
  .strictObject({
    id: z.string(),
    createdAt: timeSchema,
    reason: z
      .enum(['change', 'test', 'redelivery'])
      .describe('`change` for changes of records, `test` and `redelivery` for what a member sent.'),
    realmId: z.string().nullable().describe('The company file; null for a test.'),
    messageId: z.string().describe('The header `webhook-id`: the same when the same events are sent again.'),
    attempt: z.int().describe('Counts the attempts to send the events.'),
    events: z.int(),
    accepted: z.boolean().describe('Whether the receiver responded with 200 within 3 seconds.'),
    status: z.int().nullable().describe('The status of the response; null without one.'),
    failure: z.string().nullable().describe('Why there was no response.'),
    ms: z.int(),
  })
  .meta({ id: 'WebhookDelivery' })

const detailSchema = deliverySchema.extend({
  body: z.string().describe('What was sent.'),
  responseBody: z.string().nullable().describe('The first 4 KiB of the response.'),
})

const deliveryOutput = z.strictObject({ delivery: detailSchema })

export const webhookDeliveryOperations = {
  testWebhook: operation({
    route: 'POST /clients/{clientId}/webhook/test',
    summary:
      'Sends an event of the given type to the webhook of a client now, signed as all others, and returns the response.',
    about: 'client',
    role: 'member',
    input: z.strictObject({ event: z.enum(eventNames).default('invoice.updated') }),
    output: deliveryOutput,
    run: async (services, call, { event }) => {
      const webhook = await requireWebhook(services, call)
      const body = serializeBody([createTestEvent(event, services.clock())], webhook)
      const message = {
        realmId: null,
        messageId: randomUUID(),
        reason: 'test',
        attempt: 1,
        events: 1,
        firstSeq: null,
        lastSeq: null,
        body,
      } as const
      await recordSend(services.database, call, 'webhook.test', { event }, services.clock())
      return { delivery: await send(services, webhook, message) }
    },
  }),

  listWebhookDeliveries: operation({
    route: 'GET /clients/{clientId}/webhook/deliveries',
    summary: 'Lists what was sent to the webhook of a client in the last 7 days, newest first.',
    about: 'client',
    role: 'member',
    input: z.strictObject({
      limit: z.coerce.number().int().min(1).max(maxPage).default(50),
      before: z.uuid().optional().describe('The last ID of the previous page.'),
      accepted: z
        .enum(['true', 'false'])
        .optional()
        .describe('Only those that the receiver accepted, or only the others.'),
    }),
    output: z.strictObject({ deliveries: z.array(deliverySchema), before: z.string().nullable() }),
    run: async ({ database }, call, { limit, before, accepted }) => {
      const isAcceptedOnly = accepted === undefined ? undefined : accepted === 'true'
      const rows = await findDeliveries(database, call, { limit, before, isAccepted: isAcceptedOnly })
      return {
        deliveries: rows.map(formatDelivery),
        before: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      }
    },
  }),

  getWebhookDelivery: operation({
    route: 'GET /clients/{clientId}/webhook/deliveries/{deliveryId}',
    summary: 'Returns what was sent to the webhook of a client, and the response.',
    about: 'client',
    role: 'member',
    input: z.strictObject({ deliveryId: z.uuid() }),
    output: deliveryOutput,
    run: async ({ database }, call, { deliveryId }) => {
      const row = await findDelivery(database, call, deliveryId)
      if (!row) throw new Problem('not_found')
      return { delivery: formatDetail(row) }
    },
  }),

  redeliverWebhook: operation({
    route: 'POST /clients/{clientId}/webhook/deliveries/{deliveryId}/redeliver',
    summary:
      'Sends the same body to the webhook of a client again now, with a new signature, and returns the response.',
    about: 'client',
    role: 'member',
    input: z.strictObject({ deliveryId: z.uuid() }),
    output: deliveryOutput,
    run: async (services, call, { deliveryId }) => {
      const webhook = await requireWebhook(services, call)
      const row = await findDelivery(services.database, call, deliveryId)
      if (!row) throw new Problem('not_found')
      const { realmId, messageId, attempt, events, firstSeq, lastSeq, body } = row
      const sent = { realmId, messageId, events, firstSeq, lastSeq, body }
      const message = { ...sent, reason: 'redelivery', attempt: attempt + 1 } as const
      await recordSend(services.database, call, 'webhook.redeliver', { deliveryId }, services.clock())
      return { delivery: await send(services, webhook, message) }
    },
  }),
}

async function requireWebhook({ database }: Services, call: Parameters<typeof findSentWebhook>[1]) {
  const webhook = await findSentWebhook(database, call)
  if (!webhook) throw noWebhook()
  return webhook
}

async function send(services: Services, webhook: SentWebhook, message: WebhookMessage) {
  const delivery = await sendWebhook(services, webhook, message)
  await insertDelivery(services.database, delivery)
  return formatDetail(delivery)
}

type Line = Omit<Delivery, 'body' | 'responseBody' | 'webhookId' | 'firstSeq' | 'lastSeq'>

function formatDelivery(line: Line): z.output<typeof deliverySchema> {
  const { id, createdAt, reason, realmId, messageId, attempt, events, status, failure, ms } = line
  return {
    id,
    createdAt: formatTime(createdAt),
    reason,
    realmId,
    messageId,
    attempt,
    events,
    accepted: isAccepted(line),
    status,
    failure,
    ms,
  }
}

function formatDetail(delivery: Omit<Delivery, 'webhookId'>): z.output<typeof detailSchema> {
  const { body, responseBody } = delivery
  return { ...formatDelivery(delivery), body, responseBody }
}
