import { requireRealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import type { Desktop } from '../desktop/desktop.ts'
import { type CallTrace, loggedTexts, shownTexts, type TraceLimits, traceDesktop } from './call-trace.ts'

const realmId = requireRealmId('1234567890123456')

/** Traces a call with many exchanges, with short message sets and long responses. */
async function trace(exchanges: number, responseCharacters: number, limits: TraceLimits | undefined) {
  const response = 'x'.repeat(responseCharacters)
  const talkative: Desktop = { exchange: async () => ({ sent: true, lost: false, response }) }
  const traced = traceDesktop(talkative, limits)
  for (let index = 0; index < exchanges; index += 1) {
    await traced.desktop.exchange(realmId, '<QBXML/>', { kind: 'read' })
  }
  return traced.trace
}
function countKept({ exchanges }: CallTrace): number {
  return exchanges.reduce((sum, { request, response }) => sum + request.text.length + (response?.text.length ?? 0), 0)
}

it('keeps only what the request log stores while a call still runs', async () => {
  const long = await trace(1_000, 200_000, loggedTexts)
  expect([long.exchanges.length, long.exchangesLeftOut]).toEqual([20, 980])
  expect(countKept(long)).toBe(256 * 1024)
  expect(long.exchanges[0]).toEqual({
    request: { text: '<QBXML/>', characters: 8 },
    response: { text: 'x'.repeat(64 * 1024), characters: 200_000 },
  })
  expect(long.exchanges[19]?.response).toEqual({ text: '', characters: 200_000 })
})

it('keeps a user call’s whole texts, as far as they are short', async () => {
  const shown = await trace(50, 20_000, shownTexts)
  expect([shown.exchanges.length, shown.exchangesLeftOut]).toEqual([40, 10])
  expect(countKept(shown)).toBe(40 * 20_008)
  expect(countKept(await trace(50, 200_000, shownTexts))).toBe(1024 ** 2)
  expect(countKept(await trace(1, 300_000, shownTexts))).toBe(8 + 256 * 1024)
})

it('keeps no texts without limits, and the reason for a missing response', async () => {
  expect(await trace(2, 10, undefined)).toMatchObject({ exchanges: [], exchangesLeftOut: 0 })
  const offline = traceDesktop({ exchange: async () => ({ sent: false, reason: 'offline' }) }, loggedTexts)
  await offline.desktop.exchange(realmId, '<QBXML/>', { kind: 'read' })
  expect(offline.trace.exchanges).toEqual([{ request: { text: '<QBXML/>', characters: 8 }, reason: 'offline' }])
})
