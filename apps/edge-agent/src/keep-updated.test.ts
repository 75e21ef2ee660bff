import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AgentEnd } from './agent.ts'
import { UpdatedAgent } from './keep-updated.ts'
import type { UpdateOutcome } from './updates/stage-update.ts'
import { UpdateError } from './updates/update-error.ts'
import { openVersionFiles, type VersionFiles } from './updates/version-files.ts'
import { readVersions, stageVersion } from './updates/versions.ts'

const minuteMs = 60_000
const stopped: AgentEnd = { reason: 'stopped', message: 'The agent was stopped.' }
const wrongVersion: AgentEnd = { reason: 'wrong-version', message: 'Update the agent.' }

let folder: string
let files: VersionFiles
let scripted: ReturnType<typeof scriptAgent>
let waits: { readonly ms: number; readonly end: () => void }[]
let outcomes: (UpdateOutcome | Error | 'endless download')[]
let downloads: number
let stagedByOther: () => void
let updated: UpdatedAgent
let begun: PromiseWithResolvers<void>
let refused: PromiseWithResolvers<void>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'versions-'))
  files = openVersionFiles(folder)
  await files.write('current', '0.1.0\n')
  scripted = scriptAgent()
  waits = []
  outcomes = []
  downloads = 0
  begun = Promise.withResolvers()
  refused = Promise.withResolvers()
})
afterEach(async () => {
  await updated.stop()
  await updated.ended
  await rm(folder, { recursive: true })
})

/** An agent that connects, works and ends when the test says so. */
function scriptAgent() {
  const welcome = createDeferred<void>()
  const end = createDeferred<AgentEnd>()
  const state = { isConnected: true, isIdle: true }
  const agent = {
    ended: end.promise,
    connected: () => Promise.race([welcome.promise, end.promise.then(() => Promise.reject(new Error('ended')))]),
    desktop: () => ({ phase: 'ready' }),
    isConnected: () => state.isConnected,
    isIdle: () => state.isIdle,
    stop: async () => end.resolve(stopped),
  }
  return { agent, welcome: welcome.resolve, end: end.resolve, state }
}

function createDeferred<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((resolvePromise) => {
    resolve = resolvePromise
  })
  return { promise, resolve }
}

function rejectAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    downloads += 1
    if (signal.aborted) reject(new UpdateError('stopped'))
    signal.addEventListener('abort', () => reject(new UpdateError('stopped')))
  })
}

function start(version = '0.1.0') {
  updated = new UpdatedAgent(scripted.agent, {
    files,
    version,
    sessions: { begun: begun.promise, refused: refused.promise },
    stage: async (signal) => {
      const outcome = outcomes.shift() ?? { kind: 'none', reason: 'up-to-date' }
      if (outcome === 'endless download') return rejectAt(signal)
      if (outcome instanceof Error) throw outcome
      if (outcome.kind === 'staged') await stageVersion(files, outcome.version)
      return outcome
    },
    staged: (signal) =>
      new Promise((resolve) => {
        stagedByOther = resolve
        signal.addEventListener('abort', () => resolve())
      }),
    logger: pino({ level: 'silent' }),
    random: () => 0.5,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve()
        waits.push({ ms, end: resolve })
        signal.addEventListener('abort', () => resolve())
      }),
  })
  return updated
}

/** Lets the next wait end, and returns its minutes. */
async function pass(): Promise<number> {
  await vi.waitFor(() => expect(waits).not.toEqual([]), { timeout: 30_000 })
  const next = waits.shift()
  next?.end()
  return (next?.ms ?? 0) / minuteMs
}

describe('an agent', () => {
  it('looks for updates after some minutes, then every 6 hours, also after failures', async () => {
    outcomes = [{ kind: 'none', reason: 'not-in-rollout' }, new UpdateError('The service is away.')]
    start()
    expect([await pass(), await pass(), await pass(), await pass()]).toEqual([5.5, 360, 360, 360])
  })

  it('ends for an update once it is connected and idle', async () => {
    outcomes = [{ kind: 'staged', version: '0.2.0' }]
    scripted.state.isIdle = false
    const { ended } = start()
    await pass()
    expect(await pass()).toBe(2 / 60)
    scripted.state.isIdle = true
    scripted.state.isConnected = false
    await pass()
    expect(await readVersions(files)).toMatchObject({ current: '0.1.0', staged: '0.2.0' })
    scripted.state.isConnected = true
    await pass()
    expect(await ended).toMatchObject({ reason: 'other-version', message: expect.stringContaining('0.2.0') })
    expect(await scripted.agent.ended).toEqual(stopped)
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', previous: '0.1.0' })
  })

  it('installs at once what a person has staged', async () => {
    const { ended } = start()
    expect(await pass()).toBe(5.5)
    await vi.waitFor(() => expect(waits.map(({ ms }) => ms / minuteMs)).toEqual([360]), { timeout: 30_000 })
    outcomes = [{ kind: 'staged', version: '0.2.0' }]
    stagedByOther()
    expect(await ended).toMatchObject({ reason: 'other-version' })
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', previous: '0.1.0' })
  })

  it('an agent that was stopped, or whose token was revoked, ends as it did', async () => {
    const { ended } = start()
    const revoked: AgentEnd = { reason: 'token-refused', message: 'Revoked.' }
    scripted.end(revoked)
    expect(await ended).toEqual(revoked)
  })

  it('stops during a download', async () => {
    outcomes = ['endless download']
    const program = start()
    await pass()
    await expect.poll(() => downloads).toBe(1)
    await program.stop()
    expect(await program.ended).toEqual(stopped)
  })

  it('runs on if the folder of the versions cannot be used, and tries again', async () => {
    await files.write('current', '../x\n')
    outcomes = [{ kind: 'staged', version: '0.2.0' }]
    const { ended } = start()
    expect(await pass()).toBe(5.5)
    await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 30_000 })
    await files.write('current', '0.1.0\n')
    expect(await pass()).toBe(360)
    expect(await ended).toMatchObject({ reason: 'other-version' })
  })
})

describe('an agent whose protocol is too old', () => {
  it('updates at once', async () => {
    outcomes = [{ kind: 'staged', version: '0.2.0' }]
    const { ended } = start()
    scripted.end(wrongVersion)
    expect(await ended).toMatchObject({ reason: 'other-version' })
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', previous: '0.1.0' })
  })

  it('looks every hour until there is an update', async () => {
    outcomes = [{ kind: 'none', reason: 'up-to-date' }, new UpdateError('No'), { kind: 'staged', version: '0.2.0' }]
    const { ended } = start()
    await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 30_000 })
    waits = []
    scripted.end(wrongVersion)
    expect([await pass(), await pass()]).toEqual([60, 60])
    expect(await ended).toMatchObject({ reason: 'other-version' })
  })

  it('an agent whose protocol is too old can be stopped while it looks', async () => {
    const program = start()
    await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 30_000 })
    waits = []
    scripted.end(wrongVersion)
    await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 30_000 })
    await program.stop()
    expect(await program.ended).toEqual(wrongVersion)
  })
})

describe('a version on trial', () => {
  beforeEach(async () => {
    await files.write('previous', '0.1.0\n')
    await files.write('current', '0.2.0\n')
  })

  it('stays once a gateway has welcomed it', async () => {
    start('0.2.0')
    scripted.welcome()
    await vi.waitFor(async () => expect((await readVersions(files)).previous).toBeUndefined(), { timeout: 30_000 })
    expect(await pass()).toBe(2)
    expect(await pass()).toBe(5.5)
  })

  it('a version on trial is given up after two minutes without a welcome', async () => {
    const { ended } = start('0.2.0')
    expect(await pass()).toBe(2)
    expect(await ended).toMatchObject({ reason: 'other-version', message: expect.stringContaining('0.1.0') })
    expect(await readVersions(files)).toMatchObject({ current: '0.1.0', previous: undefined, failed: ['0.2.0'] })
  })

  it('a version on trial is given up if the gateway does not support it', async () => {
    const { ended } = start('0.2.0')
    await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 30_000 })
    scripted.end(wrongVersion)
    expect(await ended).toMatchObject({ reason: 'other-version' })
    expect(await readVersions(files)).toMatchObject({ current: '0.1.0', failed: ['0.2.0'] })
  })

  it('stays on trial if it is stopped', async () => {
    const program = start('0.2.0')
    await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 30_000 })
    await program.stop()
    expect(await program.ended).toEqual(stopped)
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', previous: '0.1.0', failed: [] })
  })
})

describe('a version on trial whose predecessor had a session with QuickBooks', () => {
  beforeEach(async () => {
    await files.write('session', '0.1.0\n')
    await files.write('previous', '0.1.0\n')
    await files.write('current', '0.2.0\n')
  })

  /** Starts the version and lets a gateway welcome it. */
  async function startWelcomed() {
    const program = start('0.2.0')
    scripted.welcome()
    await vi.waitFor(async () => expect(await readVersions(files)).toMatchObject({ previous: undefined }))
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', fallback: '0.1.0' })
    return program
  }

  it('stays once it has had one, too', async () => {
    await startWelcomed()
    begun.resolve()
    await vi.waitFor(async () => expect(await readVersions(files)).toMatchObject({ session: '0.2.0' }))
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', fallback: undefined, failed: [] })
  })

  it('is given up if QuickBooks refuses it', async () => {
    const { ended } = await startWelcomed()
    refused.resolve()
    expect(await ended).toMatchObject({ reason: 'other-version', message: expect.stringContaining('0.1.0') })
    expect(await readVersions(files)).toMatchObject({ current: '0.1.0', fallback: undefined, failed: ['0.2.0'] })
  })

  it('goes on after a restart of the PC', async () => {
    await (await startWelcomed()).stop()
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', fallback: '0.1.0', failed: [] })
    scripted = scriptAgent()
    const { ended } = start('0.2.0')
    refused.resolve()
    expect(await ended).toMatchObject({ reason: 'other-version' })
    expect(await readVersions(files)).toMatchObject({ current: '0.1.0', failed: ['0.2.0'] })
  })

  it('does not return to a version that no gateway supports any more', async () => {
    const { ended } = await startWelcomed()
    outcomes = [{ kind: 'staged', version: '0.3.0' }]
    scripted.end(wrongVersion)
    expect(await ended).toMatchObject({ message: expect.stringContaining('0.3.0') })
    expect(await readVersions(files)).toMatchObject({ current: '0.3.0', previous: '0.2.0', fallback: undefined })
  })
})

it('a version that is not on trial runs on if QuickBooks refuses it', async () => {
  outcomes = [{ kind: 'staged', version: '0.2.0' }]
  const { ended } = start()
  refused.resolve()
  await pass()
  expect(await ended).toMatchObject({ message: expect.stringContaining('0.2.0') })
  expect(await readVersions(files)).toMatchObject({ current: '0.2.0', previous: '0.1.0', failed: [] })
})
