import { expect, it } from 'vitest'
import { encodeExchangeReply, parseExchangeReply } from './exchange-call.ts'
import type { ExchangeOutcome } from './exchange-outcome.ts'
import { encodeFrame } from './frame.ts'
import { defaultProtocolLimits } from './limits.ts'

const id = '5e0f6d2c-8b1a-4c86-9d53-7d5a4f0c7a11'
const error = { hresult: '0x80040414', message: 'A dialog is open.' }

it.each<[string, ExchangeOutcome<Uint8Array>]>([
  ['a response', { sent: true, lost: false, response: Uint8Array.of(1, 2), timing: { queueMs: 1, desktopMs: 2 } }],
  ['a lost response', { sent: true, lost: true, reason: 'timeout' }],
  ['an error after sending', { sent: true, lost: true, reason: 'connection', error }],
  ['an error before sending', { sent: false, reason: 'execution-error', error }],
  ['a request that was not sent', { sent: false, reason: 'offline' }],
])('carries %s from a gateway to a server', (_name, outcome) => {
  expect(parseExchangeReply(encodeExchangeReply({ id, outcome }), defaultProtocolLimits)).toEqual({ id, outcome })
})

it('keeps the cause of a failure out of the frame', () => {
  const frame = encodeExchangeReply({ id, outcome: { sent: false, reason: 'offline', cause: new Error('secret') } })
  expect(new TextDecoder().decode(frame)).not.toContain('secret')
})

it('rejects a frame that claims neither a response nor a reason', () => {
  for (const outcome of [{ sent: true }, { sent: false }, { sent: true, lost: true }, {}]) {
    const frame = encodeFrame({ id, outcome }, new Uint8Array())
    expect(parseExchangeReply(frame, defaultProtocolLimits)).toBeUndefined()
  }
})
