import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { Agent, memoryResponseLog } from '../../src/agent.ts'
import { EventWatch } from '../../src/events/event-watch.ts'
import type { ComDesktop } from '../../src/quickbooks/com-desktop.ts'
import { type AgentSettings, readAgentSettings, writeAgentSettings } from '../../src/settings/agent-settings.ts'
import { openSampleCompany, realmId } from '../com-desktop.fixture.ts'
import { useComHosts } from '../com-host.fixture.ts'
import { serveCompany } from '../fake-quickbooks.ts'
import { FakeSubscriptions } from '../fake-subscriptions.ts'
import { type ScriptedGateway, type ScriptedSocket, startScriptedGateway } from '../scripted-gateway.ts'

const companyFile = 'C:\\Books\\Rock Castle.qbw'
const waiting = { timeout: 60_000 }
const logger = pino({ level: 'silent' })

const hosts = useComHosts()
let folder: string
let settings: string
let subscriptions: FakeSubscriptions
let desktop: ComDesktop
let gateway: ScriptedGateway
let socket: ScriptedSocket
let agent: Agent
let events: EventWatch
let stopping: AbortController
let running: Promise<void>

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => undefined)
}

function store(changes: Partial<AgentSettings>): Promise<void> {
  return writeAgentSettings(settings, { opensQuickBooks: false, companyFiles: { [realmId]: companyFile }, ...changes })
}

beforeAll(() => hosts.registerLibrary())

/** Connects an agent whose company file is open in QuickBooks, and turns its events on. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-events-'))
  settings = path.join(folder, 'agent.json')
  await store({ subscribesToEvents: true })
  subscriptions = new FakeSubscriptions()
  hosts.quickBooks.script(serveCompany(openSampleCompany(), companyFile, subscriptions))
  hosts.openQuickBooks()
  desktop = await hosts.startDesktop(companyFile)
  gateway = await startScriptedGateway()
  const options = { url: gateway.url, token: 'svca_test', responses: memoryResponseLog(), random: () => 0 }
  agent = new Agent({ ...options, desktop, clock: () => new Date(), logger, wait })
  socket = await gateway.accept()
  await socket.welcome()
  await agent.connected()
  socket.send({ type: 'ping', n: 1, subscribesToEvents: true })
  await socket.next('pong')
  events = new EventWatch({
    settings,
    agent,
    quickBooks: desktop,
    startHost: hosts.start,
    startListener: hosts.startListener,
    logger,
    wait,
  })
  stopping = new AbortController()
  running = events.run(stopping.signal)
})

afterEach(async () => {
  stopping.abort()
  await running
  await agent.stop()
  await gateway.close()
  await rm(folder, { recursive: true })
})

/** Waits for a message, whatever the agent says about QuickBooks in the meantime. */
async function nextChange(): Promise<void> {
  for (;;) if ((await socket.nextOfAny()).type === 'changed') return
}

it('passes on data events that QuickBooks raises through COM, until the setting is turned off', async () => {
  await expect.poll(() => events.state(), waiting).toBe('on')
  const [classId = ''] = subscriptions.classes
  await hosts.raiseEvents(classId, 3)
  // The first at once, and the others together.
  await nextChange()
  await nextChange()

  await store({ ...(await readAgentSettings(settings)), subscribesToEvents: false })
  await expect.poll(() => subscriptions.classes, waiting).toEqual([])
  expect(events.state()).toBe('off')
})
