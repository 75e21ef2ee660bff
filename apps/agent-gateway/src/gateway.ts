import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { exchangePath } from '@bridge/agent-protocol'
import type { ChangeFeed, Database } from '@bridge/database'
import type { Logger } from 'pino'
import { WebSocketServer } from 'ws'
import { findAgent, noteTokenUse } from './agent-token.store.ts'
import type { GatewayConfig } from './config.ts'
import { createJournalStore } from './journal.store.ts'
import { createLeaseStore } from './lease.store.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { createServerLinks } from './server-links.ts'
import { createSessionRegistry } from './session-registry.ts'

export { defaultGatewayConfig, type GatewayConfig } from './config.ts'

/** A gateway and its life. */
export interface Gateway {
  readonly server: Server
  /** Where servers reach it; known once it listens. */
  readonly url: string
  /** Starts to listen and resolves with `url`. Rejects where the port is taken. */
  listen(): Promise<string>
  /** Takes nothing new, tells the agents to dial again, lets what they work on finish (bounded), then closes. */
  drain(): Promise<void>
  /** Closes every socket now. */
  close(): Promise<void>
}

interface GatewayOptions {
  readonly database: Database
  /** Tells of revocations and deletions; without it they are noticed at the next heartbeat. */
  readonly changes?: ChangeFeed
  readonly clock: () => Date
  readonly logger: Logger
  readonly config: GatewayConfig
}

/** The long-running process between servers and agents: agents' sockets at `/agent`, servers' at `/exchange`. */
export function createGateway({ database, changes, clock, logger, config }: GatewayOptions): Gateway {
  const address = () => {
    const { port } = server.address() as AddressInfo
    return config.gatewayUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  }
  const registry = createSessionRegistry({
    ...config,
    leases: createLeaseStore(database),
    journal: createJournalStore(database),
    clock,
    logger,
    gatewayUrl: () => gateway.url,
    announce: () => void changes?.publish('agents'),
  })
  const servers = createServerLinks({
    ...config,
    clock,
    logger,
    findSession: (realmId) => (isDraining ? undefined : registry.find(realmId)),
  })
  // Not in the type's list, but in the library's: how long a peer may take to answer a close.
  const closing = { closeTimeout: 2_000 }
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: config.limits.frameBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
    ...closing,
  })
  let isDraining = false
  let heartbeat: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined

  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    const isHealth = request.method === 'GET' && path === '/healthz'
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isHealth ? { ok: true } : { ok: false, message: 'There is nothing at this address.' }))
  })

  const upgradeServer = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!servers.isServer(request.headers.authorization)) {
      refuseUpgrade(socket, 401, 'The machine secret is missing or wrong.')
    } else if (isDraining) refuseUpgrade(socket, 503, 'This gateway restarts.')
    else sockets.handleUpgrade(request, socket, head, (webSocket) => servers.add(webSocket, socket))
  }
  const upgradeAgent = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const identity = await findAgent(database, request.headers.authorization)
    if (identity === undefined) {
      refuseUpgrade(socket, 401, 'The agent token is missing, wrong or revoked.')
      return
    }
    if (isDraining) {
      refuseUpgrade(socket, 503, 'This gateway restarts; dial again.')
      return
    }
    noteTokenUse(database, identity.tokenId, clock()).catch((error: unknown) => {
      logger.warn({ err: error }, 'could not note the use of an agent token')
    })
    sockets.handleUpgrade(request, socket, head, (webSocket) => registry.add(webSocket, identity))
  }
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const path = request.url?.split('?', 1)[0]
    if (path === exchangePath) upgradeServer(request, socket, head)
    else if (path !== '/agent') refuseUpgrade(socket, 404, 'Agents connect at /agent.')
    else {
      upgradeAgent(request, socket, head).catch((error: unknown) => {
        logger.error({ err: error }, 'could not check an agent token')
        refuseUpgrade(socket, 503, 'The database cannot be reached; dial again.')
      })
    }
  })

  const stopBeating = () => {
    clearInterval(heartbeat)
    unsubscribe?.()
  }
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })

  const gateway: Gateway = {
    server,
    get url() {
      return address()
    },
    listen: async () => {
      server.listen(config.port, config.host)
      await once(server, 'listening')
      unsubscribe = changes?.subscribe('agents', () => void registry.renew())
      heartbeat = setInterval(() => {
        registry.beat()
        servers.beat()
        void registry.renew()
      }, config.heartbeatMs)
      logger.info({ url: gateway.url }, 'agent gateway listens')
      return gateway.url
    },
    drain: async () => {
      isDraining = true
      let timer: NodeJS.Timeout | undefined
      const deadline = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, config.drainMs)
      })
      await Promise.race([registry.drain(), deadline])
      clearTimeout(timer)
      await gateway.close()
    },
    close: async () => {
      isDraining = true
      stopBeating()
      // In this order: the agents' sessions answer every read that was taken, and then the servers learn that all is said.
      registry.closeAll()
      servers.closeAll()
      const stopped = stopListening()
      server.closeAllConnections()
      await stopped
    },
  }
  return gateway
}
