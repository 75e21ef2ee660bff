import { setTimeout as delay } from 'node:timers/promises'
import { type AgentMessage, type ProtocolLimits, protocolVersion, type RealmId } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { JournalStore } from '../sessions/journal.store.ts'
import { AgentSession, type SessionContext } from './agent-session.ts'
import type { AgentIdentity } from './agent-token.store.ts'
import type { LeaseStore } from './lease.store.ts'

interface RegistryOptions {
  readonly leases: LeaseStore
  readonly journal: JournalStore
  readonly clock: () => Date
  readonly logger: Logger
  readonly gatewayUrl: () => string
  /** Notifies the other gateways that a realm's socket moved here. */
  readonly notifyGateways: () => void
  readonly heartbeatMs: number
  readonly deadAfterMs: number
  readonly helloTimeoutMs: number
  readonly waitingMax: number
  readonly messagesPerSecondMax: number
  readonly limits: ProtocolLimits
}

/** An agent connects again at once if its connection was this old, also one of an older version: PROTOCOL.md, section 7. */
const stableMs = 30_000

/** Agents leave a gateway that stops a few at a time, so that the others can take them on, and all of them within 10 s. */
const drainStep = { agentsMin: 5, ms: 50, stepsMax: 200 }

/** The maximum number of a realm's sockets that have not said hello. */
const newcomersMax = 2

type Hello = Extract<AgentMessage, { type: 'hello' }>

/** The agents' sockets on this gateway: one per realm, the newest wins. */
export function createSessionRegistry(options: RegistryOptions) {
  const { leases, journal, clock, logger, limits } = options
  const byRealm = new Map<RealmId, AgentSession>()
  /** Sessions without a lease, by realm and in the order of their upgrades. */
  const newcomers = new Map<RealmId, Set<AgentSession>>()
  /** Sessions whose desktop is to be stored, and those whose desktop is being stored. */
  const changed = new Set<AgentSession>()
  const storing = new Set<AgentSession>()
  /** Sessions whose desktop was stored since the last check: their next change waits for the next one. */
  const stored = new Set<AgentSession>()
  /** The latest acquisition of each realm's lease that is under way. */
  const acquisitions = new Map<RealmId, Promise<void>>()
  const releases = new Set<Promise<void>>()
  let pings = 0
  let renewal: Promise<void> | undefined

  /** Adds a session without a lease. Above two per realm, the newest ones stay: an agent dials again what it lost. */
  const addNewcomer = (session: AgentSession): void => {
    const { realmId } = session.identity
    const others = newcomers.get(realmId) ?? new Set()
    const [oldest] = others
    if (others.size >= newcomersMax) oldest?.close('superseded')
    newcomers.set(realmId, others.add(session))
  }
  const removeNewcomer = (session: AgentSession): void => {
    const others = newcomers.get(session.realmId)
    if (others?.delete(session) && others.size === 0) newcomers.delete(session.realmId)
  }
  const listNewcomers = () => [...newcomers.values()].flatMap((sessions) => [...sessions])

  const acquireLease = async (session: AgentSession, hello: Hello): Promise<void> => {
    const { realmId, tokenId } = session.identity
    if (hello.protocol !== protocolVersion) {
      session.close('wrongVersion', `this gateway supports version ${protocolVersion}`)
      return
    }
    const gatewayUrl = options.gatewayUrl()
    const { agentVersion, desktop } = hello
    const { epoch, previousGatewayUrl } = await leases.acquire({ realmId, tokenId, gatewayUrl, agentVersion, desktop })
    session.epoch = epoch
    if (session.phase === 'ended') {
      await leases.release({ ...session.lease, reason: session.endReason })
      return
    }
    const older = byRealm.get(realmId)
    if (older !== undefined && older.epoch > epoch) {
      session.close('superseded')
      return
    }
    removeNewcomer(session)
    byRealm.set(realmId, session)
    older?.close('superseded')
    if (previousGatewayUrl !== null && previousGatewayUrl !== gatewayUrl) options.notifyGateways()
    logger.info({ realmId, epoch: String(epoch), agentVersion, desktop }, 'agent connected')
    const { heartbeatMs } = options
    const { frameBytesMax } = limits
    session.welcome(
      epoch,
      { type: 'welcome', protocol: protocolVersion, realmId, epoch: String(epoch), heartbeatMs, frameBytesMax },
      hello,
    )
  }

  /** Acquires a realm's leases in the order of the hellos: of two statements under way, the later may run first. */
  const acquireInOrder = (session: AgentSession, hello: Hello): void => {
    const { realmId } = session.identity
    const acquire = async () => {
      if (session.phase !== 'ended') await acquireLease(session, hello)
    }
    const acquisition = (acquisitions.get(realmId) ?? Promise.resolve())
      .then(acquire)
      .catch((error: unknown) => {
        logger.error({ err: error, realmId }, 'could not acquire the lease')
        session.close('gatewayError')
      })
      .finally(() => {
        if (acquisitions.get(realmId) === acquisition) acquisitions.delete(realmId)
      })
    acquisitions.set(realmId, acquisition)
  }

  /** Stores the latest state of a session's desktop, in one statement at a time and one per check. */
  const storeDesktop = (session: AgentSession): void => {
    if (storing.has(session) || stored.has(session) || !changed.delete(session)) return
    storing.add(session)
    stored.add(session)
    leases
      .updateDesktop(session.lease, session.desktop, session.condition)
      .catch((error: unknown) => {
        logger.error({ err: error, realmId: session.identity.realmId }, 'could not store the state of a desktop')
        if (session.phase !== 'ended') changed.add(session)
      })
      .finally(() => {
        storing.delete(session)
        storeDesktop(session)
      })
  }

  const context: SessionContext = {
    journal,
    clock,
    logger,
    limits,
    waitingMax: options.waitingMax,
    messagesPerSecondMax: options.messagesPerSecondMax,
    onHello: acquireInOrder,
    onStatus: (session) => {
      changed.add(session)
      storeDesktop(session)
    },
    onEnd: (session) => {
      removeNewcomer(session)
      changed.delete(session)
      const { realmId } = session.identity
      if (byRealm.get(realmId) !== session) return
      byRealm.delete(realmId)
      const released = leases
        .release({ ...session.lease, reason: session.endReason })
        .catch((error: unknown) => logger.error({ err: error, realmId }, 'could not release a lease'))
        .finally(() => releases.delete(released))
      releases.add(released)
    },
  }

  const renewLeases = async (): Promise<void> => {
    const sessions = [...byRealm.values()]
    if (sessions.length === 0) return
    const ended = await leases.renew(sessions.map(({ lease, identity }) => ({ ...lease, tokenId: identity.tokenId })))
    for (const session of sessions) {
      const reason = ended.get(session.identity.realmId)
      if (reason !== undefined && byRealm.get(session.identity.realmId) === session) session.close(reason)
    }
  }

  /** Renews every lease and closes the sockets whose realm, token or lease ended. Concurrent calls share one run. */
  const renew = (): Promise<void> => {
    renewal ??= (async () => {
      try {
        await renewLeases()
      } catch (error) {
        logger.error({ err: error }, 'could not renew the leases')
      } finally {
        renewal = undefined
      }
    })()
    return renewal
  }

  return {
    add: (socket: WebSocket, identity: AgentIdentity): void => {
      addNewcomer(new AgentSession(socket, identity, context))
    },

    find: (realmId: RealmId): AgentSession | undefined => byRealm.get(realmId),

    count: () => ({ agents: byRealm.size, newcomers: listNewcomers().length }),

    renew,

    /** Closes up to a number of idle sockets, those first that were not used for the longest. Returns how many it closed. */
    moveIdle: (count: number): number => {
      const now = clock().getTime()
      const idle = [...byRealm.values()]
        .filter((session) => session.isIdle && now - session.openedAt >= stableMs)
        .sort((left, right) => left.usedAt - right.usedAt)
        .slice(0, count)
      for (const session of idle) session.close('draining')
      return idle.length
    },

    ping: (): void => {
      pings += 1
      for (const session of byRealm.values()) session.ping(pings)
    },

    /** Closes the sockets of silent agents, including those that never said hello, and stores what waited for this. */
    check: (): void => {
      const now = clock().getTime()
      for (const session of byRealm.values()) {
        if (now - session.lastMessageAt > options.deadAfterMs) session.close('silent')
      }
      for (const session of listNewcomers()) {
        if (now - session.openedAt > options.helloTimeoutMs) session.close('protocolError', 'no hello in time')
      }
      stored.clear()
      for (const session of changed) storeDesktop(session)
    },

    /**
     * Announces the end to every agent and resolves when each has finished its current request. They leave a few at a
     * time, because they connect to another gateway at once; until its turn, an agent is served.
     */
    drain: async (): Promise<void> => {
      for (const session of listNewcomers()) session.close('draining')
      const sessions = [...byRealm.values()]
      const agents = Math.max(drainStep.agentsMin, Math.ceil(sessions.length / drainStep.stepsMax))
      const drains: Promise<void>[] = []
      for (const [index, session] of sessions.entries()) {
        if (index > 0 && index % agents === 0) await delay(drainStep.ms)
        drains.push(session.drain())
      }
      await Promise.all(drains)
    },

    /** Closes every socket and resolves when their leases are released. */
    closeAll: async (): Promise<void> => {
      for (const session of [...listNewcomers(), ...byRealm.values()]) session.close('draining')
      await Promise.all(releases)
    },
  }
}
