import { randomUUID } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import { hashSecret } from '@bridge/database/secrets'
import type { ConnectorContext } from './connector-context.ts'
import type { ConnectorCredential, CredentialStore } from './connector-credential.store.ts'
import { assumedIntervalMs } from './connector-lease.store.ts'
import type { ConnectorRun } from './connector-run.ts'
import { ConnectorSession } from './connector-session.ts'

interface RegistryOptions extends ConnectorContext {
  readonly credentials: Pick<CredentialStore, 'findEarlier' | 'recordSharing'>
  readonly gatewayUrl: () => string
  /** Notifies the other gateways about a realm's Web Connector served here. */
  readonly notifyGateways: () => void
}

/** The `authenticate` result: a run, no work for one, or an open run of another Web Connector. */
export type Opening = { readonly ticket: string; readonly hasWork: boolean } | 'busy'

/** How many superseded tickets are remembered per realm. */
const maxSuperseded = 4

/**
 * The Web Connectors at this gateway: one session per realm, with at most one run.
 *
 * A session outlives its runs, because a Web Connector polls: it holds the realm's lease and the requests waiting for
 * the next poll. A ticket names a run. Superseded tickets are remembered, so two Web Connectors with one credential are
 * noticed.
 */
export class ConnectorRegistry {
  readonly #options: RegistryOptions
  readonly #byRealm = new Map<RealmId, ConnectorSession>()
  readonly #byTicket = new Map<string, ConnectorSession>()
  /** Each realm's latest pending `authenticate`. */
  readonly #openings = new Map<RealmId, Promise<unknown>>()
  #renewal: Promise<void> | undefined
  #isDraining = false

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  find(realmId: RealmId): ConnectorSession | undefined {
    return this.#byRealm.get(realmId)
  }

  count(): number {
    return this.#byRealm.size
  }

  /** Opens a run if requests are waiting. A realm's calls follow each other. */
  open(credential: ConnectorCredential): Promise<Opening> {
    const { realmId } = credential
    const opening = (this.#openings.get(realmId) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#open(credential))
    const settled = opening
      .catch(() => undefined)
      .finally(() => {
        if (this.#openings.get(realmId) === settled) this.#openings.delete(realmId)
      })
    this.#openings.set(realmId, settled)
    return opening
  }

  /** Returns the session and a ticket's run. A superseded ticket is reported, and has no run. */
  findRun(ticket: string): { readonly session: ConnectorSession; readonly run: ConnectorRun } | undefined {
    const session = this.#byTicket.get(ticket)
    if (session === undefined) return undefined
    const { run } = session
    if (run?.ticket === ticket) {
      run.calledAt = session.now()
      return { session, run }
    }
    const superseded = session.superseded.get(ticket)
    if (superseded !== undefined) {
      session.superseded.delete(ticket)
      this.#byTicket.delete(ticket)
      const { credential, machine } = superseded
      const machines = new Set([machine, run?.machine].filter((each) => each !== undefined))
      this.#options.logger.warn(
        { realmId: session.realmId, credential: credential.id },
        'two Web Connectors use one credential',
      )
      this.#report(
        'record the use of a credential by two',
        session,
        this.#options.credentials.recordSharing(credential, [...machines]),
      )
    }
    return undefined
  }

  hasTicket(ticket: string): boolean {
    return this.#byTicket.has(ticket)
  }

  /** Renews every lease and ends the sessions that lost theirs. Concurrent calls share one run. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renewLeases()
      .catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'could not renew the leases of Web Connectors'),
      )
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }

  /** Ends runs and sessions whose Web Connectors are silent for too long. */
  check(): void {
    for (const session of this.#byRealm.values()) {
      if (!session.isSilent()) continue
      if (session.run !== undefined) this.endRun(session)
      else {
        this.#close(session, 'offline')
        this.#report('end the lease of a Web Connector', session, this.#options.leases.end(session.lease, 'silent'))
      }
    }
  }

  /** Lets every run end without an error, and releases its lease. Opens no other run. */
  async drain(): Promise<void> {
    this.#isDraining = true
    const drained = [...this.#byRealm.values()].map(async (session) => {
      await session.drain()
      this.#close(session, 'not-mine')
      await this.#options.leases.release(session.lease)
    })
    await Promise.allSettled(drained)
  }

  closeAll(): void {
    for (const session of [...this.#byRealm.values()]) {
      this.#close(session, 'offline')
      this.#report('release the lease of a Web Connector', session, this.#options.leases.release(session.lease))
    }
  }

  #report(task: string, session: ConnectorSession, work: Promise<unknown>): void {
    work.catch((error: unknown) =>
      this.#options.logger.error({ err: error, realmId: session.realmId }, `could not ${task}`),
    )
  }

  #forget(session: ConnectorSession): void {
    if (this.#byRealm.get(session.realmId) === session) this.#byRealm.delete(session.realmId)
    for (const [ticket, holder] of this.#byTicket) if (holder === session) this.#byTicket.delete(ticket)
  }

  #close(session: ConnectorSession, reason: 'offline' | 'not-mine'): void {
    this.#forget(session)
    session.close(reason)
  }

  endRun(session: ConnectorSession, isSuperseded = false): void {
    const { run } = session
    if (run === undefined) return
    session.endRun(isSuperseded)
    if (isSuperseded) {
      for (const ticket of [...session.superseded.keys()].slice(0, -maxSuperseded)) {
        session.superseded.delete(ticket)
        this.#byTicket.delete(ticket)
      }
    } else this.#byTicket.delete(run.ticket)
    this.#report(
      'store the end of a run',
      session,
      this.#options.leases.recordEnd(session.lease, hashSecret(run.ticket)),
    )
  }

  async #acquire({ id, realmId }: ConnectorCredential): Promise<ConnectorSession> {
    const existing = this.#byRealm.get(realmId)
    if (existing !== undefined) return existing
    const session = new ConnectorSession(
      await this.#options.leases.acquire(realmId, id, this.#options.gatewayUrl()),
      assumedIntervalMs,
      this.#options,
    )
    this.#byRealm.set(realmId, session)
    this.#options.notifyGateways()
    return session
  }

  async #open(credential: ConnectorCredential): Promise<Opening> {
    // The next poll finds another gateway, or this one after its restart.
    if (this.#isDraining) return 'busy'
    const session = await this.#acquire(credential)
    const isOtherPc = session.run !== undefined && session.run.credential.id !== credential.id
    if (session.isHeld || (isOtherPc && !session.isSilent())) return 'busy'
    this.endRun(session, true)
    const { hasWork } = session
    // Read now, so the run itself goes on without the database.
    const earlier = hasWork && !credential.isProved ? await this.#options.credentials.findEarlier(credential) : []
    const ticket = randomUUID()
    const intervalMs = await this.#options.leases.recordPoll(
      session.lease,
      credential,
      hasWork ? hashSecret(ticket) : null,
    )
    if (intervalMs === undefined) {
      this.#close(session, 'not-mine')
      return 'busy'
    }
    session.recordPoll(intervalMs)
    if (hasWork) {
      session.beginRun(ticket, credential, earlier)
      this.#byTicket.set(ticket, session)
    }
    return { ticket, hasWork }
  }

  async #renewLeases(): Promise<void> {
    const sessions = [...this.#byRealm.values()]
    if (sessions.length === 0) return
    const ended = await this.#options.leases.renew(sessions.map(({ lease }) => lease))
    for (const session of sessions) {
      if (!ended.has(session.realmId)) continue
      this.#close(session, 'not-mine')
      // Without effect if another gateway has the lease by now.
      this.#report(
        'end the lease of a Web Connector',
        session,
        this.#options.leases.end(session.lease, 'credentialRevoked'),
      )
    }
  }
}
