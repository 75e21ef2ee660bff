import { setTimeout as delay } from 'node:timers/promises'
import { type AgentMessage, type ProtocolLimits, protocolVersion, type RealmId } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { JournalStore } from '../sessions/journal.store.ts'
import { AgentSession, type SessionContext } from './agent-session.ts'
import type { AgentIdentity } from './agent-token.store.ts'
import type { LeaseStore } from './lease.store.ts'
import type { ReportedChanges } from './reported-changes.ts'

interface RegistryOptions {
  readonly leases: LeaseStore
  readonly journal: JournalStore
  readonly clock: () => Date
  readonly logger: Logger
  readonly gatewayUrl: () => string
  readonly reportedChanges: ReportedChanges
  /** Notifies the other gateways about a realm's socket moving here. */
  readonly notifyGateways: () => void
  readonly heartbeatMs: number
  readonly deadAfterMs: number
  readonly helloTimeoutMs: number
  readonly maxWaiting: number
  readonly maxMessagesPerSecond: number
  readonly limits: ProtocolLimits
}

/**
 * An agent connects again at once if its connection was this old, also an agent of an older version: PROTOCOL.md, section 7.
 */
const stableMs = 30_000

/** Agents leave a stopping gateway a few at a time, so the others can take them on, and all within 10 s. */
const drainStep = { agentsMin: 5, ms: 50, maxSteps: 200 }

/** How many of a realm's sockets may be without a hello. */
const maxNewcomers = 2

type Hello = Extract<AgentMessage, { type: 'hello' }>

/**
 * The agents' sockets on this gateway, one per realm: the newest wins.
 *
 * A socket is a newcomer until its agent has said hello and acquired the realm's lease, whose epoch decides between
 * several gateways' sockets. Renewals close the sockets whose lease ended elsewhere. Desktop states are stored one
 * statement at a time, and once per check, so an agent's messages cannot flood the database.
 */
export class SessionRegistry {
  readonly #options: RegistryOptions
  readonly #context: SessionContext
  readonly #byRealm = new Map<RealmId, AgentSession>()
  /** Sessions without a lease, by realm, oldest first. */
  readonly #newcomers = new Map<RealmId, Set<AgentSession>>()
  /** Sessions with a desktop state to store. */
  readonly #changed = new Set<AgentSession>()
  readonly #storing = new Set<AgentSession>()
  /** Sessions stored since the last check; their next change waits for the next check. */
  readonly #stored = new Set<AgentSession>()
  /** Each realm's latest pending acquisition. */
  readonly #acquisitions = new Map<RealmId, Promise<void>>()
  readonly #releases = new Set<Promise<void>>()
  #pings = 0
  #renewal: Promise<void> | undefined

  constructor(options: RegistryOptions) {
    this.#options = options
    const { journal, clock, logger, limits, maxWaiting, maxMessagesPerSecond } = options
    this.#context = {
      journal,
      clock,
      logger,
      limits,
      maxWaiting,
      maxMessagesPerSecond,
      onHello: (session, hello) => this.#acquireInOrder(session, hello),
      onStatus: (session) => {
        this.#changed.add(session)
        this.#storeDesktop(session)
      },
      onChanged: (realmId) => options.reportedChanges.add(realmId),
      onEnd: (session) => this.#onEnd(session),
    }
  }

  add(socket: WebSocket, identity: AgentIdentity): void {
    this.#addNewcomer(new AgentSession(socket, identity, this.#context))
  }

  /** Returns the realm's session. Servers may see its lease before this gateway does, so one acquiring it counts. */
  find(realmId: RealmId): AgentSession | undefined {
    return this.#byRealm.get(realmId) ?? [...(this.#newcomers.get(realmId) ?? [])].findLast(isGreeting)
  }

  count(): { readonly agents: number; readonly newcomers: number } {
    return { agents: this.#byRealm.size, newcomers: this.#listNewcomers().length }
  }

  /** Closes up to `count` idle sockets, longest unused first. Returns how many it closed. */
  moveIdle(count: number): number {
    const now = this.#options.clock().getTime()
    const idle = [...this.#byRealm.values()]
      .filter((session) => session.isIdle && now - session.openedAt >= stableMs)
      .sort((left, right) => left.usedAt - right.usedAt)
      .slice(0, count)
    for (const session of idle) session.close('draining')
    return idle.length
  }

  ping(): void {
    this.#pings += 1
    for (const session of this.#byRealm.values()) session.ping(this.#pings)
  }

  /** Closes silent agents' sockets, including newcomers without a hello, and stores the states waiting for this. */
  check(): void {
    const now = this.#options.clock().getTime()
    for (const session of this.#byRealm.values()) {
      if (now - session.lastMessageAt > this.#options.deadAfterMs) session.close('silent')
    }
    for (const session of this.#listNewcomers()) {
      if (now - session.openedAt > this.#options.helloTimeoutMs) session.close('protocolError', 'no hello in time')
    }
    this.#stored.clear()
    for (const session of this.#changed) this.#storeDesktop(session)
    this.#options.reportedChanges.store()
  }

  /**
   * Announces the end to every agent and resolves when each has finished its current request and its lease is released,
   * so servers that lose their links find the next one. They leave a few at a time, because they connect to another
   * gateway at once; until its turn, an agent is served.
   */
  async drain(): Promise<void> {
    for (const session of this.#listNewcomers()) session.close('draining')
    const sessions = [...this.#byRealm.values()]
    const agents = Math.max(drainStep.agentsMin, Math.ceil(sessions.length / drainStep.maxSteps))
    const drains: Promise<void>[] = []
    for (const [index, session] of sessions.entries()) {
      if (index > 0 && index % agents === 0) await delay(drainStep.ms)
      drains.push(session.drain())
    }
    await Promise.all(drains)
    await Promise.all(this.#releases)
  }

  /** Closes every socket and resolves when their leases are released. */
  async closeAll(): Promise<void> {
    for (const session of [...this.#listNewcomers(), ...this.#byRealm.values()]) session.close('draining')
    await Promise.all(this.#releases)
  }

  /** Adds a session without a lease. Above two per realm, the newest ones stay: an agent dials again what it lost. */
  #addNewcomer(session: AgentSession): void {
    const { realmId } = session.identity
    const others = this.#newcomers.get(realmId) ?? new Set()
    const [oldest] = others
    if (others.size >= maxNewcomers) oldest?.close('superseded')
    this.#newcomers.set(realmId, others.add(session))
  }

  #removeNewcomer(session: AgentSession): void {
    const others = this.#newcomers.get(session.realmId)
    if (others?.delete(session) && others.size === 0) this.#newcomers.delete(session.realmId)
  }

  #listNewcomers(): AgentSession[] {
    return [...this.#newcomers.values()].flatMap((sessions) => [...sessions])
  }

  async #acquireLease(session: AgentSession, hello: Hello): Promise<void> {
    const { realmId, tokenId } = session.identity
    if (hello.protocol !== protocolVersion) {
      session.close('wrongVersion', `this gateway supports version ${protocolVersion}`)
      return
    }
    const gatewayUrl = this.#options.gatewayUrl()
    const { agentVersion, desktop } = hello
    const { epoch, previousGatewayUrl, ...facts } = await this.#options.leases.acquire({
      realmId,
      tokenId,
      gatewayUrl,
      agentVersion,
      desktop,
    })
    session.epoch = epoch
    if (session.phase === 'ended') {
      await this.#options.leases.release({ ...session.lease, reason: session.endReason })
      return
    }
    const older = this.#byRealm.get(realmId)
    if (older !== undefined && older.epoch > epoch) {
      session.close('superseded')
      return
    }
    this.#removeNewcomer(session)
    this.#byRealm.set(realmId, session)
    older?.close('superseded')
    if (previousGatewayUrl !== null && previousGatewayUrl !== gatewayUrl) this.#options.notifyGateways()
    this.#options.logger.info({ realmId, epoch: String(epoch), agentVersion, desktop }, 'agent connected')
    const { heartbeatMs } = this.#options
    const { frameBytesMax } = this.#options.limits
    const terms = { protocol: protocolVersion, realmId, epoch: String(epoch), heartbeatMs, frameBytesMax }
    session.welcome(epoch, { type: 'welcome', ...terms }, hello, facts)
  }

  /** Acquires a realm's leases in hello order: with two statements under way, the later may run first. */
  #acquireInOrder(session: AgentSession, hello: Hello): void {
    const { realmId } = session.identity
    const acquire = async () => {
      if (session.phase !== 'ended') await this.#acquireLease(session, hello)
    }
    const acquisition = (this.#acquisitions.get(realmId) ?? Promise.resolve())
      .then(acquire)
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error, realmId }, 'could not acquire the lease')
        session.close('gatewayError')
      })
      .finally(() => {
        if (this.#acquisitions.get(realmId) === acquisition) this.#acquisitions.delete(realmId)
      })
    this.#acquisitions.set(realmId, acquisition)
  }

  /** Stores a session's latest desktop state, in one statement at a time and one per check. */
  #storeDesktop(session: AgentSession): void {
    if (this.#storing.has(session) || this.#stored.has(session) || !this.#changed.delete(session)) return
    this.#storing.add(session)
    this.#stored.add(session)
    this.#options.leases
      .updateDesktop(session.lease, session.desktop, session.condition)
      .catch((error: unknown) => {
        this.#options.logger.error(
          { err: error, realmId: session.identity.realmId },
          'could not store the state of a desktop',
        )
        if (session.phase !== 'ended') this.#changed.add(session)
      })
      .finally(() => {
        this.#storing.delete(session)
        this.#storeDesktop(session)
      })
  }

  #onEnd(session: AgentSession): void {
    this.#removeNewcomer(session)
    this.#changed.delete(session)
    const { realmId } = session.identity
    if (this.#byRealm.get(realmId) !== session) return
    this.#byRealm.delete(realmId)
    const { leases, logger } = this.#options
    const released = leases
      .release({ ...session.lease, reason: session.endReason })
      .catch((error: unknown) => logger.error({ err: error, realmId }, 'could not release a lease'))
      .finally(() => this.#releases.delete(released))
    this.#releases.add(released)
  }

  async #renewLeases(): Promise<void> {
    const sessions = [...this.#byRealm.values()]
    if (sessions.length === 0) return
    const { ended, facts } = await this.#options.leases.renew(
      sessions.map(({ lease, identity }) => ({ ...lease, tokenId: identity.tokenId })),
    )
    for (const session of sessions) {
      const { realmId } = session
      if (this.#byRealm.get(realmId) !== session) continue
      const reason = ended.get(realmId)
      const realm = facts.get(realmId)
      if (reason !== undefined) session.close(reason)
      else if (realm !== undefined) session.setFacts(realm)
    }
  }

  /** Renews every lease and closes the sockets whose realm, token or lease ended. Concurrent calls share one run. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renewLeases()
      .catch((error: unknown) => this.#options.logger.error({ err: error }, 'could not renew the leases'))
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }
}

function isGreeting({ phase }: AgentSession): boolean {
  return phase === 'greeting'
}
