import { hash } from 'node:crypto'

/** Returns a message's ID, a UUID: the same each time the same events are sent to a webhook, on every server. */
export function toMessageId(webhookId: string, eventIds: readonly string[]): string {
  const digits = hash('sha256', JSON.stringify([webhookId, ...eventIds]), 'hex')
  // Version 8 is for custom UUIDs (RFC 9562, section 5.8).
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')
}
