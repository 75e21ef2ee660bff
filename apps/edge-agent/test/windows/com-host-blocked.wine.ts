import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { ComResult } from '../../src/quickbooks/com-host.ts'
import { buildHost } from '../../windows/build.ts'
import { compileOnce } from '../../windows/testing/compile-once.ts'
import { lookUntil, useComHosts } from '../com-host.fixture.ts'
import { deferred } from '../deferred.ts'

const hosts = useComHosts()
beforeAll(() => hosts.registerLibrary())

it('fails the requests that exceed its queue, and none of the others', async () => {
  const { promise, resolve } = deferred<ComResult>()
  hosts.quickBooks.script(() => promise)
  const host = await hosts.startReady()
  const first = host.request('call', 'CloseConnection')
  await expect.poll(() => hosts.quickBooks.calls.length, { timeout: 60_000 }).toBe(1)
  const waiting = Array.from({ length: 16 }, () => host.request('call', 'CloseConnection'))
  await expect(host.request('call', 'CloseConnection')).resolves.toMatchObject({ ok: false, hresult: 0x800700aa })
  resolve({ ok: true, text: '' })
  for (const request of [first, ...waiting]) await expect(request).resolves.toEqual({ ok: true, text: '' })
  expect(hosts.quickBooks.calls).toHaveLength(17)
})

it('finishes its call and closes the connection when the agent ends', async () => {
  const { promise, resolve } = deferred<ComResult>()
  hosts.quickBooks.script(({ method }) => (method === 'ProcessRequest' ? promise : { ok: true, text: '' }))
  const host = await hosts.startReady()
  const call = host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
  await expect.poll(() => hosts.quickBooks.calls.length, { timeout: 60_000 }).toBe(1)
  const closed = host.close()
  resolve({ ok: true, text: 'late' })
  await expect(call).resolves.toEqual({ ok: true, text: 'late' })
  await closed
  expect(hosts.quickBooks.calls.map(({ method }) => method)).toEqual(['ProcessRequest', 'CloseConnection'])
})

it('ends some time after the agent, although its call does not return', async () => {
  const folder = path.join(path.dirname(hosts.executable()), 'hasty')
  const blocked = hosts.blockCalls()
  const host = hosts.start(hosts.bits, await buildHost(hosts.bits, folder, compileOnce, 100))
  await expect(host.request('new')).resolves.toMatchObject({ ok: true })
  const call = host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
  await blocked
  await host.close()
  await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
})

it('reports an unknown outcome when the host is killed during a call; another one works', async () => {
  const blocked = hosts.blockCalls()
  const host = await hosts.startReady()
  const call = host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
  await blocked
  host.kill()
  await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
  await host.ended
  await expect(host.request('new')).resolves.toMatchObject({ ok: false, hresult: 0x800706ba })
  hosts.quickBooks.script(() => ({ ok: true, text: 'fine' }))
  const next = await hosts.startReady()
  await expect(next.request('call', 'GetQBLastError')).resolves.toEqual({ ok: true, text: 'fine' })
})

it('sees the windows of QuickBooks, and a modal dialog over them, while a call is blocked', async () => {
  const blocked = hosts.blockCalls()
  const host = await hosts.startReady()
  void host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
  await blocked
  hosts.openQuickBooks('dialog')
  const expected = [
    /^process \d+ session \d+ QBW\.EXE$/,
    /^elevation \d+ (elevated|normal)$/,
    /^window \d+ owned enabled #32770 Update Company File$/,
    /^window \d+ main disabled Maui_Frame Müller & Söhne 株式会社 - QuickBooks$/,
  ]
  const lines = await lookUntil(host, (all) => expected.every((line) => all.some((each) => line.test(each))))
  expect(lines).toHaveLength(3 + expected.length)
})
