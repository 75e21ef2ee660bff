import { expect, it, vi } from 'vitest'
import { scriptedComHost } from '../../test/scripted-com-host.ts'
import { comFrameLimits } from './com-frames.ts'
import { type ComResult, startComHost } from './com-host.ts'

const ok: ComResult = { ok: true, text: '' }

function neverResponds(): Promise<ComResult> {
  return new Promise(() => undefined)
}

it('sends the arguments of a method with their types, and returns the text of its result', async () => {
  const scripted = scriptedComHost(() => ({ ok: true, text: 'ticket-1' }))
  const host = startComHost({ executable: 'C:\\Agent\\qbhost64.exe', spawn: scripted.spawn })
  await expect(host.request('call', 'BeginSession', 'C:\\Müller & Söhne 株式会社.qbw', 2)).resolves.toEqual({
    ok: true,
    text: 'ticket-1',
  })
  expect(scripted.requests).toEqual([{ word: 'call', args: ['BeginSession', 'C:\\Müller & Söhne 株式会社.qbw', 2] }])
})

it('returns the HRESULT of a failure as an unsigned number, with its text', async () => {
  const failure: ComResult = { ok: false, hresult: 0x80040414, text: 'A modal dialog box is showing.' }
  const host = startComHost({ executable: 'qbhost32.exe', spawn: scriptedComHost(() => failure).spawn })
  await expect(host.request('call', 'ProcessRequest', 'ticket', '<qbxml/>')).resolves.toEqual(failure)
  expect(host.bits).toBe(32)
})

it('looks at QuickBooks while a call is blocked', async () => {
  let unblock: (result: ComResult) => void = () => undefined
  const blocked = new Promise<ComResult>((resolve) => {
    unblock = resolve
  })
  const { spawn } = scriptedComHost(({ word }) => (word === 'look' ? { ok: true, text: 'host 64-bit' } : blocked))
  const host = startComHost({ executable: 'qbhost64.exe', spawn })
  const call = host.request('call', 'ProcessRequest', 'ticket', '<qbxml/>')
  await expect(host.request('look')).resolves.toEqual({ ok: true, text: 'host 64-bit' })
  unblock({ ok: true, text: '<qbxml/>' })
  await expect(call).resolves.toEqual({ ok: true, text: '<qbxml/>' })
})

it('fails a request whose host ends with an unknown outcome, and later ones as not executed', async () => {
  const scripted = scriptedComHost(neverResponds)
  const host = startComHost({ executable: 'qbhost64.exe', spawn: scripted.spawn })
  const call = host.request('call', 'ProcessRequest', 'ticket', '<qbxml/>')
  scripted.end()
  await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
  await host.ended
  await expect(host.request('look')).resolves.toMatchObject({ ok: false, hresult: 0x800706ba })
})

it('fails a request whose host ends while another program has its output open', async () => {
  vi.useFakeTimers()
  try {
    const scripted = scriptedComHost(neverResponds)
    const host = startComHost({ executable: 'qbhost64.exe', spawn: scripted.spawn })
    const call = host.request('call', 'ProcessRequest', 'ticket', '<qbxml/>')
    scripted.endWithOpenOutput()
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
    await host.ended
  } finally {
    vi.useRealTimers()
  }
})

it('lets the host finish its call before it closes', async () => {
  let finish: (result: ComResult) => void = () => undefined
  const { spawn } = scriptedComHost(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  const host = startComHost({ executable: 'qbhost64.exe', spawn })
  const call = host.request('call', 'ProcessRequest', 'ticket', '<qbxml/>')
  const closed = host.close()
  await new Promise(setImmediate)
  finish({ ok: true, text: 'late' })
  await expect(call).resolves.toEqual({ ok: true, text: 'late' })
  await closed
})

it('reports a program that cannot be started', async () => {
  const host = startComHost({ executable: '/no/such/folder/qbhost64.exe' })
  await host.ended
  await expect(host.request('new')).resolves.toMatchObject({
    ok: false,
    hresult: 0x800706ba,
    text: expect.stringContaining('ENOENT'),
  })
})

it('refuses a request that is larger than a frame, without sending it', async () => {
  const scripted = scriptedComHost(() => ok)
  const host = startComHost({ executable: 'qbhost64.exe', spawn: scripted.spawn })
  await expect(host.request('seal', 'x'.repeat(comFrameLimits.bytes + 1))).resolves.toMatchObject({
    ok: false,
    hresult: 0x80070057,
  })
  await expect(host.request('seal', 'secret')).resolves.toEqual(ok)
  expect(scripted.requests).toEqual([{ word: 'seal', args: ['secret'] }])
})

it.each([
  ['a header without an end', '1'.repeat(200)],
  ['a header that is not one', 'HTTP/1.1 200 OK\n'],
  ['a part that is too large', '1 ok 99999999\n'],
  ['parts that are too large together', '1 ok 40000000 40000000\n'],
  ['a response without a request', '7 ok 0\n'],
  ['an unknown word', '1 yes 0\n'],
  ['a result without a text', '1 ok\n'],
  ['a failure without an HRESULT', '1 failed 2 0\nno'],
])('ends a host that sends %s', async (_case, bytes) => {
  const scripted = scriptedComHost(neverResponds)
  const host = startComHost({ executable: 'qbhost64.exe', spawn: scripted.spawn })
  const call = host.request('call', 'ProcessRequest', 'ticket', '<qbxml/>')
  scripted.write(Buffer.from(bytes))
  await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
  await host.ended
})

it('accepts no other program', () => {
  expect(() => startComHost({ executable: 'C:\\Windows\\cmd.exe' })).toThrow('qbhost')
})
