import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { requireRealmId } from '@bridge/agent-protocol'
import { connectDatabase, createChangeFeed } from '@bridge/database'
import type { Agent } from '@bridge/edge-agent'
import { machineSecret } from '@bridge/harness/machine-secret'
import { allocateYoung } from '@bridge/platform/allocate-young'
import { pino } from 'pino'
import { WebSocket, WebSocketServer } from 'ws'
import { customerQuerySet, customerResponse, respondToQueries } from './agent-customer.ts'
import type { Command, Role } from './agent-processes.ts'

// Logs at a deployment's level, to /dev/null.
const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }))

/** All agents and Web Connectors have one address. */
const maxRequestsPerMinute = 1_000_000_000

/** The requests waiting for the Web Connector at a time. */
const feederCallers = 8

// Each role imports only its own code, as the deployed process does.
const roles: Record<Role['name'], (role: Role) => Promise<string>> = {
  gateway: async ({ databaseUrl = '', port = 0 }) => {
    const { connectGatewayDatabases } = await import('@bridge/agent-gateway')
    const { startGateway } = await import('@bridge/harness/start-gateway')
    const databases = connectGatewayDatabases(databaseUrl)
    const changes = createChangeFeed(databaseUrl)
    const gateway = await startGateway({ ...databases, changes, logger, config: { maxRequestsPerMinute, port } })
    return gateway.url
  },

  agent: async ({ url = '', tokens = [] }) => {
    const agents = await createAgents(url, tokens, async () => undefined)
    await Promise.all(agents.map((agent) => agent.connected()))
    return url
  },

  fleet: async ({ url = '', tokens = [] }) => {
    fleet = await createAgents(url, tokens, (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined))
    return url
  },

  flooder: async ({ url = '', tokens: [token = ''] = [] }) => {
    const { floodGateway } = await import('./agent-flooder.ts')
    void floodGateway(url, token)
    return url
  },

  server: async ({ databaseUrl = '' }) => {
    const { createServer, serverDefaults } = await import('@bridge/server')
    const { createRequestLog } = await import('@bridge/data-plane/request-log/request-log')
    const { getRequestListener } = await import('@hono/node-server')
    allocateYoung()
    const database = connectDatabase(databaseUrl)
    const requestLog = createRequestLog({ database, clock, logger, config: serverDefaults })
    flushRequests = requestLog.flush
    const server = await createServer({
      database,
      changes: createChangeFeed(databaseUrl),
      logger,
      requestLog: { ...requestLog, add: (call) => logsRequests && requestLog.add(call) },
      config: {
        ...serverDefaults,
        baseUrl: 'http://127.0.0.1',
        machineSecret,
        sessionSecret: machineSecret,
        restRequestsPerMinute: 100_000_000,
        realmRequestsAtOnce: 100_000_000,
        sandboxCallsPerDay: 100_000_000,
      },
    })
    return listen(getRequestListener(server.fetch))
  },

  feeder: async ({ databaseUrl = '', realmId = '' }) => {
    const { createGatewayDesktop } = await import('@bridge/data-plane/desktop/gateway-desktop')
    const config = { machineSecret, agentTimeoutMs: 60_000, connectorTimeoutMs: 240_000 }
    const desktop = createGatewayDesktop({ database: connectDatabase(databaseUrl), clock, config, logger })
    const read = async (): Promise<never> => {
      for (;;) await desktop.exchange(requireRealmId(realmId), customerQuerySet, { kind: 'read' })
    }
    for (let caller = 0; caller < feederCallers; caller += 1) void read()
    return databaseUrl
  },

  driver: async ({ databaseUrl = '', realmIds = [] }) => {
    const { createGatewayDesktop } = await import('@bridge/data-plane/desktop/gateway-desktop')
    const config = { machineSecret, agentTimeoutMs: 60_000, connectorTimeoutMs: 240_000 }
    const desktop = createGatewayDesktop({ database: connectDatabase(databaseUrl), clock, config, logger })
    drive = async (ms) => {
      const until = performance.now() + ms
      let reads = 0
      const read = async (realmId: string): Promise<void> => {
        while (performance.now() < until) {
          const outcome = await desktop.exchange(requireRealmId(realmId), customerQuerySet, { kind: 'read' })
          if (!outcome.sent || outcome.lost) throw new Error('A read got no response.')
          reads += 1
        }
      }
      await Promise.all(realmIds.map(read))
      return reads
    }
    return databaseUrl
  },

  'soap-server': async ({ url = '' }) => {
    const { default: Server } = await import('quickbooks-js')
    const server = new Server()
    const requests = new Array(1_000_000).fill(customerQuerySet)
    server.setQBXMLHandler({
      fetchRequests: (callback) => callback(null, requests),
      handleResponse: () => undefined,
      didReceiveError: () => undefined,
    })
    server.run()
    return url
  },

  // Returns an address where a GET is a ready request: it is in the list fetched by the package when a run begins. The
  // response body is the time until the package had QuickBooks' response, in milliseconds.
  'soap-queue': async () => {
    const { default: Server } = await import('quickbooks-js')
    const ready: string[] = []
    let onResponse: () => void = () => undefined
    const server = new Server()
    server.setQBXMLHandler({
      fetchRequests: (callback) => callback(null, ready.splice(0)),
      handleResponse: () => onResponse(),
      didReceiveError: () => undefined,
    })
    server.run()
    return listen((_request, response) => {
      const readyAt = performance.now()
      onResponse = () => response.end(String(performance.now() - readyAt))
      ready.push(customerQuerySet)
    })
  },

  echo: async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    server.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
    })
    await once(server, 'listening')
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  },

  // Sends each message to one of the echoes, and what comes back to its sender, as a gateway does with its agents.
  relay: async ({ url = '', sockets = 1 }) => {
    const echoes = await Promise.all(Array.from({ length: sockets }, () => connect(url)))
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    server.on('connection', (sender) => {
      for (const echo of echoes) echo.on('message', (data) => sender.send(data as Buffer))
      sender.on('message', (data) => echoes[(data as Buffer).readUInt32BE() % sockets]?.send(data as Buffer))
    })
    await once(server, 'listening')
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  },

  // Sends all messages over one socket, as a server does to a gateway. Each begins with its number.
  'relay-client': async ({ url = '' }) => {
    const relay = await connect(url)
    const responses = new Map<number, ServerResponse>()
    let count = 0
    relay.on('message', (data: Buffer) => {
      const number = data.readUInt32BE()
      responses.get(number)?.end(data.subarray(numberBytes))
      responses.delete(number)
    })
    return listen((_request, response) => {
      const message = Buffer.allocUnsafe(numberBytes + customerBytes.length)
      message.writeUInt32BE(count)
      customerBytes.copy(message, numberBytes)
      responses.set(count, response)
      count += 1
      relay.send(message)
    })
  },

  forwarder: async ({ url = '', sockets = 1 }) => {
    const echoes = await Promise.all(Array.from({ length: sockets }, () => connectEcho(url)))
    let turn = 0
    return listen((_request, response) => {
      turn = (turn + 1) % sockets
      echoes[turn]?.((data) => response.end(data))
    })
  },
}

let logsRequests = true
let flushRequests: () => Promise<void> = async () => undefined
let fleet: readonly Agent[] = []
let drive: (ms: number) => Promise<number> = async () => 0

/** Starts agents. `wait` waits between two attempts to connect. */
async function createAgents(
  url: string,
  tokens: readonly string[],
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<Agent[]> {
  const { Agent, memoryResponseLog } = await import('@bridge/edge-agent')
  return tokens.map(
    (token) =>
      new Agent({
        url,
        token,
        desktop: {
          state: () => ({ phase: 'ready' }),
          process: async (messageSet) => ({ sent: true, lost: false, response: respondToQueries(messageSet) }),
        },
        responses: memoryResponseLog(),
        clock,
        random: Math.random,
        logger,
        wait,
      }),
  )
}

function clock() {
  return new Date()
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const numberBytes = 4
const customerBytes = Buffer.from(customerResponse)

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  return socket
}

/** Opens a socket to an echo. Returns a function sending the customer and passing the echo to its callback. */
async function connectEcho(url: string) {
  const socket = await connect(url)
  const waiting: ((data: Buffer) => void)[] = []
  socket.on('message', (data) => waiting.shift()?.(data as Buffer))
  return (onEcho: (data: Buffer) => void): void => {
    waiting.push(onEcho)
    socket.send(customerResponse)
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

process.on('message', (message: Command) => {
  if (message === 'connected') {
    process.send?.(fleet.filter((agent) => agent.isConnected()).length)
    return
  }
  if (message === 'flush requests') {
    flushRequests().then(() => process.send?.(true), fail)
    return
  }
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1000)
    return
  }
  if (message === 'memory') {
    global.gc?.()
    global.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    // In KiB.
    const { maxRSS } = process.resourceUsage()
    process.send?.({ rss, used: heapUsed + external, maxRss: maxRSS * 1024 })
    return
  }
  if (typeof message === 'object' && 'drive' in message) {
    drive(message.drive).then((reads) => process.send?.(reads), fail)
    return
  }
  if (typeof message === 'object' && 'logsRequests' in message) {
    logsRequests = message.logsRequests
    process.send?.(true)
    return
  }
  roles[message.name](message).then((url) => process.send?.({ url }), fail)
})
process.on('disconnect', () => process.exit())
