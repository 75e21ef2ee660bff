import { createHmac } from 'node:crypto'

/** A body with the values that its signatures cover. */
export interface SignedMessage {
  /** The same in each attempt. */
  readonly id: string
  readonly sentAt: Date
  readonly body: string
  readonly verifierToken: string
}

/**
 * Returns the headers of a webhook: Intuit's signature, and those of Standard Webhooks, which also prove the time. Both
 * have the UTF-8 bytes of the verifier token as their key.
 */
export function createWebhookHeaders({ id, sentAt, body, verifierToken }: SignedMessage): Record<string, string> {
  const sign = (text: string) => createHmac('sha256', verifierToken).update(text, 'utf8').digest('base64')
  const seconds = Math.floor(sentAt.getTime() / 1000)
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': 'Bridge-Service-Webhooks',
    'intuit-signature': sign(body),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${sign(`${id}.${seconds}.${body}`)}`,
  }
}
