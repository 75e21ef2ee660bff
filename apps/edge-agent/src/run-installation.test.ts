import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { noRedaction } from '@bridge/truth'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startComFixture } from '../test/com-desktop.fixture.ts'
import { type ScriptedGateway, startScriptedGateway } from '../test/scripted-gateway.ts'
import { Agent, memoryResponseLog } from './agent.ts'
import { createPausableDesktop } from './pause/pausable-desktop.ts'
import { Recorder } from './recording/recorder.ts'
import { runInstallation } from './run-installation.ts'
import { type AgentFolder, getAgentFolder } from './settings/agent-folder.ts'
import { readAgentSettings } from './settings/agent-settings.ts'
import { recordLastRequest } from './status/last-request.ts'

const logger = pino({ level: 'silent' })
let folder: AgentFolder
let gateway: ScriptedGateway
let agent: Agent
let running: Promise<void>

function clock(): Date {
  return new Date()
}

function wait(_ms: number, signal: AbortSignal): Promise<void> {
  return delay(5, undefined, { signal }).catch(() => undefined)
}

beforeEach(async () => {
  folder = getAgentFolder(await mkdtemp(join(tmpdir(), 'agent-')))
  gateway = await startScriptedGateway()
  const { desktop: com, quickBooks } = await startComFixture()
  const recording = recordLastRequest(com, clock)
  const desktop = createPausableDesktop(recording, false)
  const { lastRequest } = recording
  const options = { url: gateway.url, token: 'svca_test', responses: memoryResponseLog(), random: () => 0 }
  agent = new Agent({ ...options, desktop, clock, logger, wait })
  running = runInstallation({
    agent,
    program: agent,
    quickBooks: {
      desktop,
      lastRequest,
      lastLook: () => com.lastLook(),
      runAlone: (work) => com.runAlone(work),
      // No checks, which store that they were made.
      servedFile: () => undefined,
      recorder: new Recorder(noRedaction),
      findOtherCompany: () => com.findOtherCompany(),
      acceptRename: (other) => com.acceptRename(other),
    },
    startHost: quickBooks.startHost,
    startListener: () => {
      throw new Error('The realm does not ask for events.')
    },
    sendReport: async () => undefined,
    folder,
    stopsWithStdin: false,
    makeReport: async () => 'The report.',
    clock,
    logger,
    wait,
  }).finally(() => com.close())
})
afterEach(async () => {
  await agent.stop()
  await running
  await gateway.close()
  await rm(folder.path, { recursive: true })
})

/** Opens the status page as a browser does. Returns its address and the cookie. */
async function openPage() {
  const address = await expect
    .poll(() => readFile(folder.statusPage, 'utf8').catch(() => ''))
    .toMatch(/^http/)
    .then(() => readFile(folder.statusPage, 'utf8'))
  const { headers } = await fetch(address.trim(), { redirect: 'manual' })
  const url = new URL(headers.get('location') ?? '', address)
  return { url, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

function readStatus(): Promise<string> {
  return readFile(folder.status, 'utf8').catch(() => '')
}

it('pauses and resumes at a button of the status page, while it remains connected', async () => {
  const socket = await gateway.accept()
  await socket.welcome()
  await expect.poll(readStatus).toBe('The company file is connected (Rock Castle.qbw).\nserving\n')
  const { url, cookie } = await openPage()
  const press = (button: string, body: string) =>
    fetch(new URL(button, url), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: url.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })

  await press('pause', 'duration=resumed')
  expect(await (await fetch(url, { headers: { cookie } })).text()).toContain('The agent is paused.')
  socket.send({ type: 'ping', n: 1 })
  await socket.next('pong')
  expect((await socket.next('status')).desktop).toEqual({ phase: 'app-not-open', notice: 'paused' })
  expect((await readAgentSettings(folder.settings)).pause).toEqual({})

  await press('resume', '')
  socket.send({ type: 'ping', n: 2 })
  await socket.next('pong')
  expect((await socket.next('status')).desktop).toMatchObject({ phase: 'ready' })
  await expect.poll(readStatus).toContain('\nserving\n')
})

it('follows a pause that a command stored', async () => {
  const socket = await gateway.accept()
  await socket.welcome()
  await writeFile(folder.settings, '{"pause":{}}')
  await expect.poll(readStatus).toContain('\npaused\n')
  await writeFile(folder.settings, '{}')
  await expect.poll(readStatus).toContain('\nserving\n')
})

it('stores the address of the page for its user only, and removes it at the end', async () => {
  await openPage()
  expect((await stat(folder.statusPage)).mode & 0o777).toBe(0o600)
  await agent.stop()
  await running
  expect(await readdir(folder.path)).not.toContain('status-page')
  expect(await readStatus()).toBe('The agent was stopped.\nended\n')
})
