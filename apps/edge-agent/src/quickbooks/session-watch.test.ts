import { beforeEach, describe, expect, it } from 'vitest'
import type { ComHost, ComResult } from './com-host.ts'
import { SessionWatch } from './session-watch.ts'

const ok: ComResult = { ok: true, text: 'ticket' }

let waits: { readonly ms: number; readonly end: () => void }[]
let replies: (ComResult | Promise<ComResult>)[]
let watch: SessionWatch
let host: ComHost
let decided: string[]
beforeEach(() => {
  waits = []
  replies = []
  decided = []
  watch = new SessionWatch(
    (ms, signal) =>
      new Promise((resolve) => {
        waits.push({ ms, end: resolve })
        signal.addEventListener('abort', () => resolve())
      }),
  )
  void watch.begun.then(() => decided.push('begun'))
  void watch.refused.then(() => decided.push('refused'))
  const start = watch.watch((bits) => ({
    bits,
    ended: new Promise(() => undefined),
    close: async () => undefined,
    kill: () => undefined,
    request: async () => replies.shift() ?? ok,
  }))
  host = start(64)
})

function failed(hresult: number): ComResult {
  return { ok: false, hresult, text: '' }
}

/** Lets all waits end. */
async function pass(): Promise<void> {
  for (const { end } of waits) end()
  await new Promise(setImmediate)
}

function beginSession(reply?: ComResult | Promise<ComResult>): Promise<ComResult> {
  if (reply !== undefined) replies.push(reply)
  return host.request('call', 'BeginSession', '', 2)
}

describe('sessions', () => {
  it('have begun with the first one that QuickBooks begins', async () => {
    expect(await beginSession()).toEqual(ok)
    await beginSession(failed(0x80040418))
    await pass()
    expect(decided).toEqual(['begun'])
    expect(waits.map(({ ms }) => ms)).toEqual([120_000])
  })

  it('are refused if QuickBooks does not return, as while it asks its Admin', async () => {
    void beginSession(new Promise(() => undefined))
    await new Promise(setImmediate)
    expect(decided).toEqual([])
    await pass()
    expect(decided).toEqual(['refused'])
  })

  it.each([0x80040418, 0x8004041a])(
    'are refused if QuickBooks returns %i, and nothing else, for two minutes',
    async (hresult) => {
      await beginSession(failed(hresult))
      await beginSession(failed(hresult))
      expect(waits).toHaveLength(1)
      await pass()
      expect(decided).toEqual(['refused'])
    },
  )

  it('are not refused if the Admin has allowed the agent in time', async () => {
    await beginSession(failed(0x80040418))
    await beginSession()
    await pass()
    expect(decided).toEqual(['begun'])
  })

  it.each([
    ['is closed', 0x80040416],
    ['has no company file open', 0x80040417],
    ['shows a dialog', 0x80040414],
    ['has another company file open', 0x8004040a],
    ['ends during the call', 0x800706be],
  ])('are not refused by a QuickBooks that %s', async (_name, hresult) => {
    await beginSession(failed(hresult))
    await pass()
    expect(decided).toEqual([])
  })

  it.each([0x800706ba, 0x800706be])('are refused by a host that cannot create the object: %i', async (hresult) => {
    replies.push(failed(hresult))
    await host.request('new')
    await pass()
    expect(decided).toEqual(['refused'])
  })

  it('are not watched for other requests, nor for a class of the other bitness, nor after the end', async () => {
    replies.push(failed(0x80040154), failed(0x80040418))
    await host.request('new')
    await host.request('call', 'ProcessRequest', 't', '<QBXML/>')
    watch.close()
    await beginSession(failed(0x80040418))
    expect(waits).toEqual([])
    expect(decided).toEqual([])
  })
})
