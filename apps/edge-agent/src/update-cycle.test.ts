import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeCodes } from '@bridge/agent-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ReleaseServer, startReleaseServer } from '../test/release-server.ts'
import { type ScriptedGateway, startScriptedGateway } from '../test/scripted-gateway.ts'
import { Agent, type AgentDesktop, memoryResponseLog } from './agent.ts'
import { UpdatedAgent } from './keep-updated.ts'
import { stageUpdate } from './updates/stage-update.ts'
import { openVersionFiles } from './updates/version-files.ts'
import { readVersions } from './updates/versions.ts'

const key = generateKeyPairSync('ed25519')
const now = new Date('2026-03-16T12:00:00Z')
const logger = pino({ level: 'silent' })
const desktop: AgentDesktop = {
  state: () => ({ phase: 'ready', companyFile: 'a.qbw', notice: undefined }),
  process: async () => ({ sent: true, lost: false, response: '' }),
}

let root: string
let versions: string
let gateway: ScriptedGateway
let release: ReleaseServer
let begun: PromiseWithResolvers<void>
let refused: PromiseWithResolvers<void>
const programs: UpdatedAgent[] = []
beforeEach(async () => {
  begun = Promise.withResolvers()
  refused = Promise.withResolvers()
  root = await mkdtemp(join(tmpdir(), 'cycle-'))
  versions = join(root, 'versions')
  const files = join(root, 'release', 'files', '0.2.0')
  await mkdir(versions)
  await mkdir(files, { recursive: true })
  await writeFile(join(versions, 'current'), '0.1.0\n')
  await writeFile(join(files, 'agent.cjs'), 'agent 0.2.0')
  gateway = await startScriptedGateway()
  release = await startReleaseServer(join(root, 'release'), key.privateKey)
})
afterEach(async () => {
  for (const program of programs.splice(0)) {
    await program.stop()
    await program.ended
  }
  await gateway.close()
  await release.close()
  await rm(root, { recursive: true })
})

/** Starts a version of the program, as the launcher does. Timers never elapse. */
function startProgram(version: string): UpdatedAgent {
  const wait = (_ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  const world = { logger, wait, random: () => 0.5 }
  const responses = memoryResponseLog()
  const agent = new Agent({ url: gateway.url, token: 'svca_test', desktop, responses, clock: () => now, ...world })
  const keys = new Map([['2026a', key.publicKey]])
  const stage = (signal: AbortSignal) =>
    stageUpdate({ serviceUrl: release.url, folder: versions, keys, protocol: 1, now, signal })
  const staged = () => new Promise<void>(() => undefined)
  const sessions = { begun: begun.promise, refused: refused.promise }
  const files = openVersionFiles(versions)
  const program = new UpdatedAgent(agent, { files, version, sessions, stage, staged, ...world })
  programs.push(program)
  return program
}

function current() {
  return readVersions(openVersionFiles(versions))
}

it('an agent that is too old for the gateway updates itself, and its new version stays once it is welcomed', async () => {
  const old = startProgram('0.1.0')
  const refused = await gateway.accept()
  await refused.next('hello')
  refused.socket.close(closeCodes.wrongVersion.code, closeCodes.wrongVersion.reason)
  expect(await old.ended).toMatchObject({ reason: 'other-version' })
  expect(await current()).toMatchObject({ current: '0.2.0', previous: '0.1.0' })

  startProgram('0.2.0')
  await (await gateway.accept()).welcome()
  await vi.waitFor(async () => expect(await current()).toMatchObject({ previous: undefined }), { timeout: 30_000 })
  expect(await current()).toMatchObject({ current: '0.2.0', failed: [] })
})

it('a new version that the gateway does not support either returns to the previous one', async () => {
  await writeFile(join(versions, 'current'), '0.2.0\n')
  await writeFile(join(versions, 'previous'), '0.1.0\n')
  const program = startProgram('0.2.0')
  const refused = await gateway.accept()
  await refused.next('hello')
  refused.socket.close(closeCodes.wrongVersion.code, closeCodes.wrongVersion.reason)
  expect(await program.ended).toMatchObject({ reason: 'other-version' })
  expect(await current()).toMatchObject({ current: '0.1.0', previous: undefined, failed: ['0.2.0'] })
  expect(release.requested).toEqual([])
})

it('a new version without a session with QuickBooks returns to the previous one, which had one', async () => {
  const old = startProgram('0.1.0')
  const agent = await gateway.accept()
  await agent.welcome()
  begun.resolve()
  await vi.waitFor(async () => expect(await current()).toMatchObject({ session: '0.1.0' }), { timeout: 30_000 })
  agent.socket.close(closeCodes.wrongVersion.code, closeCodes.wrongVersion.reason)
  expect(await old.ended).toMatchObject({ reason: 'other-version' })

  begun = Promise.withResolvers()
  const next = startProgram('0.2.0')
  await (await gateway.accept()).welcome()
  await vi.waitFor(async () => expect(await current()).toMatchObject({ fallback: '0.1.0' }), { timeout: 30_000 })
  refused.resolve()
  expect(await next.ended).toMatchObject({ reason: 'other-version' })
  expect(await current()).toMatchObject({ current: '0.1.0', fallback: undefined, failed: ['0.2.0'] })
})
