import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, it } from 'vitest'
import { createWebhookHeaders } from './webhook-headers.ts'

const verifierToken = 'svcv_token'
const body = '[{"name":"Bäckerei – 漢字"}]'
const id = '0c1f2f0e-6b62-8000-8000-000000000000'
const sentAt = new Date('2026-11-27T12:00:00.900Z')
const headers = createWebhookHeaders({ id, sentAt, body, verifierToken })

function digest(text: string) {
  return createHmac('sha256', Buffer.from(verifierToken, 'utf8')).update(Buffer.from(text, 'utf8'))
}

it('signs the bytes of the body, for receivers that compare text or bytes', () => {
  const signature = headers['intuit-signature'] ?? ''
  expect(signature).toBe(digest(body).digest('base64'))
  expect(signature).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(signature, 'base64').toString('hex')).toBe(digest(body).digest('hex'))
  expect(timingSafeEqual(Buffer.from(signature, 'base64'), digest(body).digest())).toBe(true)
})

it('signs ID, time and body for receivers of Standard Webhooks', () => {
  expect(headers).toMatchObject({
    'webhook-id': id,
    'webhook-timestamp': '1795780800',
    'webhook-signature': `v1,${digest(`${id}.1795780800.${body}`).digest('base64')}`,
    'Content-Length': String(Buffer.byteLength(body)),
  })
})
