import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { exchangePath } from '@bridge/agent-protocol'
import type { ChangeFeed, Database } from '@bridge/database'
import type { ServerLinks } from '@bridge/platform/exchange-socket/server-links'
import { refuseUpgrade } from '@bridge/platform/refuse-upgrade'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'
import type { Logger } from 'pino'
import { WebSocketServer } from 'ws'
import { type AgentTokenStore, createAgentTokenStore } from './agents/agent-token.store.ts'
import type { SessionRegistry } from './agents/session-registry.ts'
import { createUpgradeLimit } from './agents/upgrade-limit.ts'
import type { Visit } from './requests/visits.ts'
import type { GatewayConfig } from './runtime/config.ts'

/** Agents connect again in one to three seconds, so they are back soon after the database. */
const databaseRetrySeconds = 2

/** When an agent connecting too often should connect again. */
const tooOftenRetrySeconds = 5

interface UpgradesOptions {
  readonly database: Database
  readonly changes: ChangeFeed | undefined
  readonly clock: () => Date
  readonly logger: Logger
  readonly config: GatewayConfig
  readonly pauseRejection: () => Promise<void>
  /** Counts a request from an address. */
  readonly countVisit: (request: IncomingMessage) => Visit
  readonly servers: ServerLinks
  readonly sessions: SessionRegistry
}

/**
 * Turns HTTP upgrades into server and agent sockets, or refuses them.
 *
 * The checks are ordered by cost: the address's limit, the database's state, the token's limit, and the token last,
 * because it takes a query.
 */
export class Upgrades {
  readonly #options: UpgradesOptions
  readonly #tokens: AgentTokenStore
  readonly #mayConnect: (authorization: string) => boolean
  readonly #serverSockets: WebSocketServer
  readonly #agentSockets: WebSocketServer
  #refusesAgents = false
  #refusesServers = false

  constructor(options: UpgradesOptions) {
    this.#options = options
    const { database, clock, config } = options
    const { frameBytesMax, maxHeaderBytes } = config.limits
    this.#tokens = createAgentTokenStore(database, clock)
    this.#mayConnect = createUpgradeLimit({ maxPerMinute: config.maxUpgradesPerMinute, clock })
    // How long a peer may take to complete the close handshake; missing in the library's types.
    const closing = { closeTimeout: 2_000 }
    const socketOptions = { noServer: true, perMessageDeflate: false, clientTracking: false, ...closing }
    this.#serverSockets = new WebSocketServer({ ...socketOptions, maxPayload: frameBytesMax })
    // A session expecting more raises the limit.
    this.#agentSockets = new WebSocketServer({
      ...socketOptions,
      maxPayload: maxHeaderBytes,
      handleProtocols: () => false,
    })
  }

  /** Refuses agents from now on. */
  refuseAgents(): void {
    this.#refusesAgents = true
  }

  /** Refuses agents and servers from now on. */
  refuseAll(): void {
    this.#refusesAgents = true
    this.#refusesServers = true
  }

  /** Handles a connection's upgrade. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { countVisit, pauseRejection, logger } = this.#options
    socket.on('error', () => socket.destroy())
    const path = request.url?.split('?', 1)[0]
    if (hasSeveralHosts(request)) {
      refuseUpgrade(socket, 400, severalHostsMessage)
      return
    }
    const visit = countVisit(request)
    if (!visit.isAllowed) {
      const message = 'There are too many requests from this address; connect again later.'
      void pauseRejection().then(() => refuseUpgrade(socket, 503, message, visit))
    } else if (path === exchangePath) this.#upgradeServer(request, socket, head)
    else if (path !== '/agent') refuseUpgrade(socket, 404, 'Agents connect at /agent.')
    else {
      this.#upgradeAgent(request, socket, head, visit).catch((error: unknown) => {
        logger.error({ err: error }, 'could not check an agent token')
        refuseWithoutDatabase(socket)
      })
    }
  }

  #upgradeServer(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { servers } = this.#options
    if (!servers.isServer(request.headers.authorization)) {
      refuseUpgrade(socket, 401, 'The machine secret is missing or wrong.')
    } else if (this.#refusesServers) refuseUpgrade(socket, 503, 'This gateway is restarting.')
    else this.#serverSockets.handleUpgrade(request, socket, head, (webSocket) => servers.add(webSocket, socket))
  }

  async #upgradeAgent(request: IncomingMessage, socket: Duplex, head: Buffer, visit: Visit): Promise<void> {
    const { changes, pauseRejection, sessions, logger } = this.#options
    // Thousands of agents dialing during an outage must not all open connections to the database.
    if (changes?.isConnected() === false) {
      refuseWithoutDatabase(socket)
      return
    }
    const { authorization = '' } = request.headers
    if (!this.#mayConnect(authorization)) {
      await pauseRejection()
      refuseUpgrade(socket, 503, 'The agent connects too often; connect again later.', {
        retryAfterSeconds: tooOftenRetrySeconds,
      })
      return
    }
    const identity = await this.#tokens.find(authorization)
    if (identity === undefined) {
      refuseUpgrade(socket, 401, 'The agent token is missing, wrong or revoked.')
      return
    }
    visit.uncount()
    if (this.#refusesAgents) {
      refuseUpgrade(socket, 503, 'This gateway is restarting; connect again.')
      return
    }
    this.#tokens.recordUse(identity.tokenId).catch((error: unknown) => {
      logger.warn({ err: error }, 'could not record the use of an agent token')
    })
    this.#agentSockets.handleUpgrade(request, socket, head, (webSocket) => sessions.add(webSocket, identity))
  }
}

function refuseWithoutDatabase(socket: Duplex): void {
  refuseUpgrade(socket, 503, 'The database cannot be reached; connect again.', {
    retryAfterSeconds: databaseRetrySeconds,
  })
}
