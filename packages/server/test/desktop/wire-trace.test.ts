import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Desktop, DesktopResponse } from '@bridge/data-plane/desktop/desktop'
import { createWireTrace } from '@bridge/data-plane/desktop/wire-trace'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId, startBridge } from '../bridge.fixture.ts'

const options = { clock: () => new Date('2026-03-02T09:00:00.123Z'), logger: pino({ level: 'silent' }) }
function respondWith(response: DesktopResponse): Desktop {
  return { exchange: async () => ({ sent: true, lost: false, response }) }
}
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wire-trace-'))
})
afterAll(() => rm(directory, { recursive: true }))

it('writes each exchange as a pair of files that only their owner can read', async () => {
  const folder = join(directory, 'new', 'folder')
  const trace = createWireTrace(folder, options)
  const offline: Desktop = { exchange: async () => ({ sent: false, reason: 'offline' }) }
  await trace.over(respondWith('<response/>')).exchange(sandboxRealmId, '<first/>', { kind: 'read' })
  await trace.over(offline).exchange(sandboxRealmId, '<second/>', { kind: 'read' })
  await trace.close()
  const names = (await readdir(folder)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const stem = `2026-03-02T090000.123Z-${sandboxRealmId}`
  expect(names.map((name, index) => [name, texts[index]])).toEqual([
    [`${stem}-000001.request.xml`, '<first/>'],
    [`${stem}-000001.response.xml`, '<response/>'],
    [`${stem}-000002.request.xml`, '<second/>'],
    [`${stem}-000002.response.xml`, '<!-- not sent: offline -->\n'],
  ])
  expect((await stat(join(folder, names[0] as string))).mode & 0o777).toBe(0o600)
})

it('keeps a packed response packed', async () => {
  const folder = join(directory, 'packed')
  const trace = createWireTrace(folder, options)
  await trace.over(respondWith(gzipSync('<response/>'))).exchange(sandboxRealmId, '<first/>', { kind: 'read' })
  await trace.close()
  const name = (await readdir(folder)).find((each) => each.endsWith('.response.xml.gz')) ?? ''
  expect(gunzipSync(await readFile(join(folder, name))).toString()).toBe('<response/>')
})

it('does not fail a call when it cannot write', async () => {
  const trace = createWireTrace('/dev/null/nowhere', options)
  const result = await trace.over(respondWith('<response/>')).exchange(sandboxRealmId, '<first/>', { kind: 'read' })
  await trace.close()
  expect(result).toMatchObject({ sent: true, lost: false, response: '<response/>' })
})

it('passes on an error and records that there was no response', async () => {
  const folder = join(directory, 'rejected')
  const trace = createWireTrace(folder, options)
  const rejecting: Desktop = { exchange: () => Promise.reject(new Error('full')) }
  await expect(trace.over(rejecting).exchange(sandboxRealmId, '<x/>', { kind: 'read' })).rejects.toThrow('full')
  await trace.close()
  expect(await readdir(folder)).toHaveLength(2)
})

it('includes the exchanges of sandboxes', async () => {
  const folder = join(directory, 'sandbox')
  const bridge = await startBridge({ sandboxBooks: 'empty', config: { wireTraceDir: folder } })
  await bridge.call('/preferences')
  await bridge.stop()
  const names = (await readdir(folder)).sort()
  const [request, response] = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(request).toContain('<PreferencesQueryRq')
  expect(response).toContain('<PreferencesRet>')
})
