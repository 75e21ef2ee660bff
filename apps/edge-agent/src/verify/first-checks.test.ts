import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DesktopState } from '@bridge/agent-protocol'
import type { TruthReport } from '@bridge/truth'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSampleCompany, realmId } from '../../test/com-desktop.fixture.ts'
import { companyPath, openForVerify } from '../../test/verify.fixture.ts'
import { getAgentFolder } from '../settings/agent-folder.ts'
import { readAgentSettings, writeAgentSettings } from '../settings/agent-settings.ts'
import { type FirstChecksOptions, runFirstChecks } from './first-checks.ts'

let folder: ReturnType<typeof getAgentFolder>
let stopping: AbortController
let running: Promise<void> | undefined
let sent: TruthReport[]
let waits: number[]
let desktop: DesktopState
let path: string
let refusals: Error[]

beforeEach(async () => {
  folder = getAgentFolder(await mkdtemp(join(tmpdir(), 'checks-')))
  await writeAgentSettings(folder.settings, { opensQuickBooks: false, companyFiles: { [realmId]: companyPath } })
  stopping = new AbortController()
  sent = []
  waits = []
  refusals = []
  path = companyPath
  desktop = { phase: 'ready', companyFile: 'Rock Castle.qbw' }
})
afterEach(async () => {
  stopping.abort()
  await running
  await rm(folder.path, { recursive: true })
})

/** Runs the loop with an hour that passes at once. */
function start(changes: Partial<FirstChecksOptions> = {}) {
  running = runFirstChecks(
    {
      settings: folder.settings,
      agentVersion: '0.1.0',
      agent: { isConnected: () => true, isIdle: () => true, desktop: () => desktop },
      quickBooks: { servedFile: () => ({ realmId, path }), runAlone: (work) => work() },
      startHost: openForVerify(openSampleCompany()).startHost,
      send: async (report) => {
        const refusal = refusals.shift()
        if (refusal !== undefined) throw refusal
        sent.push(report)
      },
      clock: () => new Date('2026-03-02T09:00:00Z'),
      logger: pino({ level: 'silent' }),
      wait: async (ms, signal) => {
        waits.push(ms)
        await delay(1, undefined, { signal }).catch(() => undefined)
      },
      ...changes,
    },
    stopping.signal,
  )
}

async function expectLooks(count: number): Promise<void> {
  const before = waits.length
  await expect.poll(() => waits.length).toBeGreaterThan(before + count)
}

it('sends twelve findings once, without an exchange, and keeps which file was checked', async () => {
  start()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ file: 'books', exchanges: [] })
  expect(sent[0]?.rows).toHaveLength(12)
  await expectLooks(3)
  expect(sent).toHaveLength(1)
  expect((await readAgentSettings(folder.settings)).checkedFiles?.[realmId]).toMatchObject({ path: companyPath })
})

it('checks another file that people have chosen', async () => {
  start()
  await expect.poll(() => sent.length).toBe(1)
  path = 'C:\\Books\\Other.qbw'
  await expect.poll(() => sent.length).toBe(2)
})

it.each<[string, Partial<FirstChecksOptions>, DesktopState?]>([
  ['while QuickBooks is closed', {}, { phase: 'app-not-open' }],
  ['while a dialog waits', {}, { phase: 'ready', notice: 'dialog-open' }],
  ['between requests', { agent: { isConnected: () => true, isIdle: () => false, desktop: () => desktop } }],
  ['offline', { agent: { isConnected: () => false, isIdle: () => true, desktop: () => desktop } }],
])('does not check %s', async (_when, changes, state = desktop) => {
  desktop = state
  start(changes)
  await expectLooks(5)
  expect(sent).toEqual([])
})

it('checks again in an hour if the findings were not sent', async () => {
  refusals.push(new Error('The service is away.'))
  start()
  await expect.poll(() => sent.length).toBe(1)
  expect(waits).toContain(60 * 60_000)
})
