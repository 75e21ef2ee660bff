import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultGatewayConfig, Gateway } from '@bridge/agent-gateway'
import { createGatewayDesktop } from '@bridge/data-plane/desktop/gateway-desktop'
import type { SandboxFiles } from '@bridge/data-plane/sandbox/sandbox-files'
import { SandboxHosts } from '@bridge/data-plane/sandbox/sandbox-hosts'
import type { ChangeFeed, Database } from '@bridge/database'
import { Agent } from '@bridge/edge-agent'
import { machineSecret } from '@bridge/harness/machine-secret'
import { OutgoingClient } from '@bridge/platform/outgoing-client'
import { SandboxHost } from '@bridge/sandbox-host'
import { createServer, type Desktop, serverDefaults } from '@bridge/server'
import { pino } from 'pino'
import type { DesktopSource, ServedCompany } from './desktop-source.ts'
import { faultInjectingDatabase } from './fault-injecting-database.ts'
import { createKillSwitch, type KillSwitch } from './kill-switch.ts'
import type { KilledPart } from './schedule.ts'

/** The state shared by all parts and surviving them. */
export interface World {
  readonly database: Database
  readonly changes: ChangeFeed
  /** Whether to kill a part at a point. */
  readonly isFatal: (part: KilledPart, point: string) => boolean
}

const logger = pino({ level: 'silent' })

const unlimited = 1_000_000_000

const local = { host: '127.0.0.1', machineSecret } as const

/** How long a request waits for a killed or absent Web Connector. */
const connectorTimeoutMs = 5_000

/** How long a server waits for the receiver of a webhook, which may hang. */
const receiverTimeoutMs = 500

/** How long a run stays open without work. Short: most runs have few requests, and many begin. */
const connectorIdleMs = 20

/** Each part's database calls at which a schedule can interrupt it: a text in the call, and the step's name. */
export const steps = {
  server: {
    'INSERT INTO request_outcome': 'reserve',
    'SET responses =': 'store responses',
    'SET outcome =': 'remember',
    'writeJournal.create': 'journal',
    'INSERT INTO realm_changes AS state': 'claim poll',
    'UPDATE realm_changes SET "pollState"': 'store poll',
    'WITH renewed': 'find changes',
    'UPDATE webhook SET "claimedUntil" = now()': 'claim webhook',
    'webhookDelivery.create': 'store delivery',
  },
  host: { $transaction: 'transaction', 'UPDATE sandbox_company SET version': 'store books' },
  gateway: { "SET state = 'sending'": 'mark sending', "SET state = 'completed'": 'store response' },
} as const

function nameStepByText(names: Readonly<Record<string, string>>) {
  return (call: string) => Object.entries(names).find(([text]) => call.includes(text))?.[1]
}

const nameServerStep = nameStepByText(steps.server)
const nameHostStep = nameStepByText(steps.host)
const nameGatewayStep = nameStepByText(steps.gateway)

export interface RunningServer {
  readonly killSwitch: KillSwitch
  /** Responds to a request, unless the server is killed first. */
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Looks for changes in company files that are due. */
  poll(): Promise<void>
  /** Closes the server's remains. */
  dispose(): Promise<void>
}

interface Replacements {
  /** Replaces the gateways. */
  readonly desktop: Desktop
  /** Replaces the sandbox hosts. */
  readonly sandboxFiles: SandboxFiles
}

export async function startServer(
  { database, changes, isFatal }: World,
  replacements?: Replacements,
): Promise<RunningServer> {
  const config = {
    ...serverDefaults,
    connectorTimeoutMs,
    restRequestsPerMinute: unlimited,
    sandboxCallsPerDay: unlimited,
    baseUrl: 'https://bridge.test',
    machineSecret,
    sessionSecret: machineSecret,
  }
  const killSwitch = createKillSwitch(
    (point) => isFatal('server', point),
    () => {
      void gateway.close()
      hosts.close()
    },
  )
  const faulty = faultInjectingDatabase(database, killSwitch, nameServerStep, {
    isLost: (point) => isFatal('database', point),
    entersTransactions: true,
  })
  const outgoing = new OutgoingClient({ allowsLoopback: true, timeoutMs: receiverTimeoutMs })
  const gateway = createGatewayDesktop({ database: faulty, clock, config, logger })
  const productionDesktop: Desktop = replacements?.desktop ?? {
    exchange: (realmId, messageSet, options) =>
      killSwitch.step(options.kind === 'write' ? 'exchange' : undefined, () =>
        gateway.exchange(realmId, messageSet, options),
      ),
    recall: (realmId, messageSetId) => gateway.recall(realmId, messageSetId),
  }
  const hosts = new SandboxHosts({ database: faulty, clock, config, logger })
  const exchangeWithHost: SandboxFiles['exchange'] = (realmId, messageSet, options) =>
    killSwitch.step(options.kind === 'write' ? 'sandbox exchange' : undefined, () =>
      hosts.exchange(realmId, messageSet, options),
    )
  const sandboxFiles: SandboxFiles = replacements?.sandboxFiles ?? {
    exchange: exchangeWithHost,
    reset: (...args) => hosts.reset(...args),
    countRecords: (...args) => hosts.countRecords(...args),
    getFaults: (...args) => hosts.getFaults(...args),
    setFaults: (...args) => hosts.setFaults(...args),
  }
  const server = await createServer({
    database: faulty,
    changes,
    logger,
    config,
    productionDesktop,
    sandboxFiles,
    outgoing: { send: (request) => killSwitch.step('send', () => outgoing.send(request)) },
  })
  return {
    killSwitch,
    fetch: async (path, init) => server.app.request(path, init),
    poll: () => server.changePoller.run(),
    dispose: async () => {
      killSwitch.dispose()
      await server.close().catch(() => undefined)
    },
  }
}

function clock() {
  return new Date()
}

/** A running gateway or sandbox host. */
export interface RunningListener {
  readonly killSwitch: KillSwitch
  readonly port: number
  dispose(): Promise<void>
}

/** A part of the service that listens: a gateway, or a sandbox host. */
interface Listener {
  readonly server: Server
  listen(): Promise<string>
  close(): Promise<void>
}

/** @param port an earlier gateway's, or 0 for a free one */
export function startGateway(world: World, port: number): Promise<RunningListener> {
  const config = { ...defaultGatewayConfig, maxRequestsPerMinute: unlimited, connectorIdleMs, ...local, port }
  return startListener(world, 'gateway', (killSwitch) => {
    const database = faultInjectingDatabase(world.database, killSwitch, nameGatewayStep)
    return new Gateway({ database, changes: world.changes, clock, logger, config })
  })
}

/** @param port an earlier host's, or 0 for a free one */
export function startSandboxHost(world: World, port: number): Promise<RunningListener> {
  const config = { ...local, port, maxRecords: unlimited }
  return startListener(world, 'sandbox host', (killSwitch) => {
    const database = faultInjectingDatabase(world.database, killSwitch, nameHostStep, { entersTransactions: true })
    return new SandboxHost({ database, clock, logger, config })
  })
}

/** Starts a listener whose kill breaks its connections. */
async function startListener(
  { isFatal }: World,
  part: 'gateway' | 'sandbox host',
  create: (killSwitch: KillSwitch) => Listener,
): Promise<RunningListener> {
  const sockets = new Set<Socket>()
  const killSwitch = createKillSwitch(
    (point) => isFatal(part, point),
    () => {
      listener.server.close()
      for (const socket of sockets) socket.destroy()
    },
  )
  const listener = create(killSwitch)
  listener.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const url = await listener.listen()
  return {
    killSwitch,
    port: Number(new URL(url).port),
    dispose: async () => {
      killSwitch.dispose()
      await listener.close().catch(() => undefined)
    },
  }
}

export interface RunningAgent {
  readonly killSwitch: KillSwitch
  /** Closes QuickBooks in the agent's session, or opens it. */
  setClosed(isClosed: boolean): void
  /** Resolves when the agent can serve requests or is killed, and rejects if it stops for another reason. */
  connected(): Promise<void>
  dispose(): Promise<void>
}

const reconnectMs = 2

interface AgentOptions {
  /** The gateway's address. */
  readonly url: string
  readonly token: string
  readonly company: ServedCompany
  readonly desktops: Pick<DesktopSource, 'start'>
}

export async function startAgent(
  { isFatal }: Pick<World, 'isFatal'>,
  { url, token, company, desktops }: AgentOptions,
): Promise<RunningAgent> {
  const killSwitch = createKillSwitch((point) => isFatal('agent', point))
  const { responses } = company.disk
  const { desktop, ready, setClosed, close } = await desktops.start(company, killSwitch)
  const agent = new Agent({
    url,
    token,
    desktop: {
      state: () => desktop.state(),
      useRealm: (realmId, terms) => desktop.useRealm?.(realmId, terms),
      release: async () => desktop.release?.(),
      process: (set, kind) => killSwitch.step('hand over', () => desktop.process(set, kind)),
    },
    responses: {
      ...responses,
      store: (id, payload) => killSwitch.step('store', () => responses.store(id, payload)),
    },
    clock,
    random: () => 0,
    logger,
    wait: (_ms, signal) => delay(reconnectMs, undefined, { signal }).catch(() => undefined),
  })
  void killSwitch.killed.then(() => agent.stop())
  return {
    killSwitch,
    setClosed: (isClosed) => setClosed?.(isClosed),
    connected: async () => {
      await Promise.race([killSwitch.killed, agent.connected()])
      await ready()
    },
    dispose: async () => {
      killSwitch.dispose()
      await agent.stop()
      await close()
    },
  }
}
