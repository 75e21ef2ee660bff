import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createGateway, defaultGatewayConfig } from '@bridge/agent-gateway'
import type { ChangeFeed, Database } from '@bridge/database'
import { type AnswerRecord, createAgent, simulatedDesktop } from '@bridge/edge-agent'
import { type CompanyStorage, openCompany } from '@bridge/emulator'
import { createServer, type Desktop, serverDefaults } from '@bridge/server'
import { createGatewayDesktop } from '@bridge/server/gateway-desktop'
import { pino } from 'pino'
import { createLife, type Life } from './life.ts'
import { mortalDatabase } from './mortal-database.ts'
import type { Part } from './schedule.ts'

/** What all parts share, and what outlives them. */
export interface World {
  readonly database: Database
  readonly changes: ChangeFeed
  /** Whether a part dies at a point. */
  readonly isLast: (part: Part, point: string) => boolean
}

const machineSecret = 'machine-secret-of-the-crash-test-0123456789'
const logger = pino({ level: 'silent' })

const unlimited = 1_000_000_000

const serverSteps = nameByText({
  'INSERT INTO request_outcome': 'reserve',
  'SET responses =': 'keep answers',
  'SET outcome =': 'remember',
  'writeJournal.create': 'journal',
  $transaction: 'sandbox exchange',
})

function nameByText(names: Readonly<Record<string, string>>) {
  return (call: string) => Object.entries(names).find(([text]) => call.includes(text))?.[1]
}

const gatewaySteps = nameByText({ "SET state = 'sending'": 'mark sending', "SET state = 'answered'": 'store answer' })

export interface RunningServer {
  readonly life: Life
  /** Answers a request, unless the server dies before. */
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Clears away what is left of it. */
  bury(): Promise<void>
}

/** @param desktop stands in for the way through the gateways */
export async function startServer({ database, changes, isLast }: World, desktop?: Desktop): Promise<RunningServer> {
  const config = {
    ...serverDefaults,
    restRequestsPerMinute: unlimited,
    sandboxCallsPerDay: unlimited,
    baseUrl: 'https://bridge.test',
    machineSecret,
    sessionSecret: 'session-secret-of-the-crash-test-0123456789',
  }
  const life = createLife(
    (point) => isLast('server', point),
    () => void gateway.close(),
  )
  const mortal = mortalDatabase(database, life, serverSteps)
  const gateway = createGatewayDesktop({ database: mortal, clock, config, logger })
  const productionDesktop: Desktop = desktop ?? {
    exchange: (realmId, messageSet, options) =>
      life.step(options.kind === 'write' ? 'exchange' : undefined, () =>
        gateway.exchange(realmId, messageSet, options),
      ),
    recall: gateway.recall,
  }
  const server = await createServer({ database: mortal, changes, logger, config, productionDesktop })
  return {
    life,
    fetch: async (path, init) => server.app.request(path, init),
    bury: async () => {
      life.bury()
      await server.close().catch(() => undefined)
    },
  }
}

function clock() {
  return new Date()
}

export interface RunningGateway {
  readonly life: Life
  readonly port: number
  bury(): Promise<void>
}

/** @param port where an earlier gateway listened; any free one with 0 */
export async function startGateway({ database, changes, isLast }: World, port: number): Promise<RunningGateway> {
  const sockets = new Set<Socket>()
  const life = createLife(
    (point) => isLast('gateway', point),
    () => {
      gateway.server.close()
      for (const socket of sockets) socket.destroy()
    },
  )
  const gateway = createGateway({
    database: mortalDatabase(database, life, gatewaySteps),
    changes,
    clock,
    logger,
    config: { ...defaultGatewayConfig, host: '127.0.0.1', port, machineSecret },
  })
  gateway.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const url = await gateway.listen()
  return {
    life,
    port: Number(new URL(url).port),
    bury: async () => {
      life.bury()
      await gateway.close().catch(() => undefined)
    },
  }
}

/** What an agent finds again when it starts anew: the company file, and its record of answers. */
export interface AgentDisk {
  readonly storage: CompanyStorage
  readonly record: AnswerRecord
}

export interface RunningAgent {
  readonly life: Life
  connected(): Promise<void>
  bury(): Promise<void>
}

const redialMs = 2

export function startAgent(
  { isLast }: World,
  url: string,
  token: string,
  { storage, record }: AgentDisk,
): RunningAgent {
  const life = createLife(
    (point) => isLast('agent', point),
    () => void agent.stop(),
  )
  const mortalStorage: CompanyStorage = {
    exclusive: (since, work) => life.step('execute', () => storage.exclusive(since, work)),
  }
  const company = openCompany({ storage: mortalStorage, clock, random: Math.random })
  const desktop = simulatedDesktop({ company, companyFile: 'crash.qbw' })
  const agent = createAgent({
    url,
    token,
    desktop: { state: desktop.state, process: (set) => life.step('hand over', () => desktop.process(set)) },
    record: { ...record, keep: (id, payload) => life.step('record', () => record.keep(id, payload)) },
    clock,
    random: () => 0,
    logger,
    wait: (_ms, signal) => delay(redialMs, undefined, { signal }).catch(() => undefined),
  })
  return {
    life,
    connected: agent.connected,
    bury: async () => {
      life.bury()
      await agent.stop()
    },
  }
}
