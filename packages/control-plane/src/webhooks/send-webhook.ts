import { randomUUID } from 'node:crypto'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { FailureReason, OutgoingClient, OutgoingResult } from '@bridge/platform/outgoing-client'
import { openVerifierToken } from './verifier-token.ts'
import type { Delivery, SentWebhook } from './webhook-delivery.store.ts'
import { createWebhookHeaders } from './webhook-headers.ts'

/** A message and its reason. */
export type WebhookMessage = Pick<
  Delivery,
  'realmId' | 'messageId' | 'reason' | 'attempt' | 'events' | 'firstSeq' | 'lastSeq' | 'body'
>

export interface SendServices extends Pick<Dependencies, 'clock' | 'config' | 'metrics'> {
  readonly outgoing: Pick<OutgoingClient, 'send'>
}

/** What receivers respond with, to confirm a delivery. */
const acceptedStatus = 200

/** Signs and sends a message once. Returns the outcome without storing it. */
export async function sendWebhook(
  { clock, config, metrics, outgoing }: SendServices,
  webhook: SentWebhook,
  message: WebhookMessage,
): Promise<Delivery> {
  const createdAt = clock()
  const verifierToken = openVerifierToken(webhook, config, createdAt)
  const { messageId: id, body } = message
  if (verifierToken === undefined) return leaveOut(webhook, message, { createdAt, failure: noToken })
  const result = await outgoing.send({
    url: webhook.url,
    method: 'POST',
    headers: createWebhookHeaders({ id, sentAt: createdAt, body, verifierToken }),
    body,
    owner: webhook.webhookId,
  })
  metrics?.recordDelivery({ status: result.kind === 'response' ? result.status : undefined, ms: result.ms })
  return { ...message, ...identify(webhook, createdAt), ms: result.ms, ...toOutcome(result) }
}

/** Returns a delivery that is not sent. */
export function leaveOut(
  webhook: SentWebhook,
  message: WebhookMessage,
  { createdAt, failure }: Pick<Delivery, 'createdAt'> & { readonly failure: string },
): Delivery {
  return { ...message, ...identify(webhook, createdAt), ms: 0, status: null, responseBody: null, failure }
}

function identify({ webhookId }: SentWebhook, createdAt: Date) {
  return { id: randomUUID(), webhookId, createdAt }
}

/** Returns whether the receiver confirmed a delivery. */
export function isAccepted({ status }: Pick<Delivery, 'status'>): boolean {
  return status === acceptedStatus
}

const noToken = 'Not sent: the verifier token cannot be read. Replace it.'

const failures = {
  address: 'Not sent: the address does not lead to a public server with https.',
  timeout: 'No response within 3 seconds.',
  connection: 'The connection failed',
} as const satisfies Readonly<Record<FailureReason, string>>

function toOutcome(result: OutgoingResult): Pick<Delivery, 'status' | 'responseBody' | 'failure'> {
  if (result.kind === 'response') return { status: result.status, responseBody: result.body, failure: null }
  const { reason, detail } = result
  const failure = reason === 'connection' ? `${failures[reason]}: ${detail}.` : failures[reason]
  return { status: null, responseBody: null, failure }
}
