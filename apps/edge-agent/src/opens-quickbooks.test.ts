import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultProtocolLimits, requireRealmId } from '@bridge/agent-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ScriptedGateway, startScriptedGateway } from '../test/scripted-gateway.ts'
import { Agent, memoryResponseLog } from './agent.ts'
import { createHostStarter } from './quickbooks/start-hosts.ts'
import { type InstalledDesktop, openQuickBooks } from './served-desktop.ts'
import { type AgentFolder, getAgentFolder } from './settings/agent-folder.ts'
import { readAgentSettings, writeAgentSettings } from './settings/agent-settings.ts'

const realmId = requireRealmId('9130347957983546')
const terms = {
  protocol: 1,
  realmId,
  epoch: '1',
  heartbeatMs: 5_000,
  frameBytesMax: defaultProtocolLimits.frameBytesMax,
}
const world = {
  clock: () => new Date(),
  wait: (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined),
  logger: pino({ level: 'silent' }),
}
let folder: AgentFolder
let gateway: ScriptedGateway
let quickBooks: InstalledDesktop
let agent: Agent

/** Starts an installed agent whose PC has a company file, but no QuickBooks. */
beforeEach(async () => {
  folder = getAgentFolder(await mkdtemp(join(tmpdir(), 'agent-')))
  await writeAgentSettings(folder.settings, { opensQuickBooks: false, companyFiles: { [realmId]: 'C:\\Books.qbw' } })
  gateway = await startScriptedGateway()
  quickBooks = await openQuickBooks(folder, createHostStarter(join(folder.path, 'no hosts')), world)
  agent = new Agent({
    url: gateway.url,
    token: 'svca_test',
    desktop: quickBooks.desktop,
    responses: memoryResponseLog(),
    onSwitches: quickBooks.setSwitches,
    random: () => 0,
    ...world,
  })
})
afterEach(async () => {
  await agent.stop()
  await quickBooks.close()
  await gateway.close()
  await rm(folder.path, { recursive: true })
})

function stored() {
  return readAgentSettings(folder.settings).then(({ opensQuickBooks }) => opensQuickBooks)
}

it('opens QuickBooks as the welcome and later pings say, and keeps that for its next start', async () => {
  const socket = await gateway.accept()
  await socket.next('hello')
  socket.send({ type: 'welcome', ...terms, opensQuickBooks: true })
  await agent.connected()
  expect(agent.desktop().phase).toBe('ready')
  await expect.poll(stored).toBe(true)

  socket.send({ type: 'ping', n: 1, opensQuickBooks: false })
  await expect.poll(() => agent.desktop().phase).toBe('app-not-open')
  await expect.poll(stored).toBe(false)
})

it('keeps what it had with a gateway that does not mention it', async () => {
  quickBooks.setSwitches({ opensQuickBooks: true })
  const socket = await gateway.accept()
  await socket.welcome()
  await agent.connected()
  socket.send({ type: 'ping', n: 1 })
  await socket.next('pong')
  expect(agent.desktop().phase).toBe('ready')
})

it('says that something has changed to a gateway that asks for it, and to no other', async () => {
  const socket = await gateway.accept()
  await socket.welcome()
  await agent.connected()
  /** Returns the types of the messages until the reply to a ping. */
  const listTypes = async (ping: { readonly n: number; readonly subscribesToEvents?: boolean }) => {
    socket.send({ type: 'ping', ...ping })
    const types: string[] = []
    for (;;) {
      const { type } = await socket.nextOfAny()
      if (type === 'pong') return types
      types.push(type)
    }
  }
  agent.reportChange()
  expect(await listTypes({ n: 1, subscribesToEvents: true })).not.toContain('changed')
  agent.reportChange()
  expect(await listTypes({ n: 2 })).toContain('changed')
  agent.reportChange()
  expect(await listTypes({ n: 3 })).not.toContain('changed')
  await expect.poll(async () => (await readAgentSettings(folder.settings)).subscribesToEvents).toBe(true)
})
