import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId, startBridge } from '../../test/bridge.fixture.ts'
import type { Desktop } from './desktop.ts'
import { createWireTrace } from './wire-trace.ts'

const options = { clock: () => new Date('2026-03-02T09:00:00.123Z'), logger: pino({ level: 'silent' }) }
function answering(answer: string): Desktop {
  return { exchange: async () => ({ sent: true, lost: false, answer }) }
}
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wire-trace-'))
})
afterAll(() => rm(directory, { recursive: true }))

it('writes each exchange as a pair of files that only their owner can read', async () => {
  const folder = join(directory, 'new', 'folder')
  const trace = createWireTrace(folder, options)
  const offline: Desktop = { exchange: async () => ({ sent: false, why: 'offline' }) }
  await trace.over(answering('<answer/>')).exchange(sandboxRealmId, '<first/>', { kind: 'read' })
  await trace.over(offline).exchange(sandboxRealmId, '<second/>', { kind: 'read' })
  await trace.close()
  const names = (await readdir(folder)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const stem = `2026-03-02T090000.123Z-${sandboxRealmId}`
  expect(names.map((name, index) => [name, texts[index]])).toEqual([
    [`${stem}-000001.answer.xml`, '<answer/>'],
    [`${stem}-000001.request.xml`, '<first/>'],
    [`${stem}-000002.answer.xml`, '<!-- not sent: offline -->\n'],
    [`${stem}-000002.request.xml`, '<second/>'],
  ])
  expect((await stat(join(folder, names[0] as string))).mode & 0o777).toBe(0o600)
})

it('fails nobody’s call when it cannot write', async () => {
  const trace = createWireTrace('/dev/null/nowhere', options)
  const result = await trace.over(answering('<answer/>')).exchange(sandboxRealmId, '<first/>', { kind: 'read' })
  await trace.close()
  expect(result).toMatchObject({ sent: true, lost: false, answer: '<answer/>' })
})

it('hands a refusal on and notes that there was no answer', async () => {
  const folder = join(directory, 'refused')
  const trace = createWireTrace(folder, options)
  const refusing: Desktop = { exchange: () => Promise.reject(new Error('full')) }
  await expect(trace.over(refusing).exchange(sandboxRealmId, '<x/>', { kind: 'read' })).rejects.toThrow('full')
  await trace.close()
  expect(await readdir(folder)).toHaveLength(2)
})

it('is written for sandboxes too where a directory is set', async () => {
  const folder = join(directory, 'sandbox')
  const bridge = await startBridge({ sandboxBooks: 'empty', config: { wireTraceDir: folder } })
  await bridge.call('/preferences')
  await bridge.stop()
  const names = (await readdir(folder)).sort()
  const [answer, request] = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(request).toContain('<PreferencesQueryRq')
  expect(answer).toContain('<PreferencesRet>')
})
