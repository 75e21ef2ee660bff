import { randomUUID } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import { hashSecret } from '@bridge/database/secrets'
import type { ConnectorContext } from './connector-context.ts'
import type { ConnectorCredential, CredentialStore } from './connector-credential.store.ts'
import { assumedIntervalMs } from './connector-lease.store.ts'
import type { ConnectorRun } from './connector-run.ts'
import { ConnectorSession } from './connector-session.ts'

interface RegistryOptions extends ConnectorContext {
  readonly credentials: Pick<CredentialStore, 'recordSharing'>
  readonly gatewayUrl: () => string
  /** Notifies the other gateways that a realm's Web Connector is served here. */
  readonly notifyGateways: () => void
}

/** The result of `authenticate`: a run, no work for one, or that another Web Connector has one. */
export type Opening = { readonly ticket: string; readonly hasWork: boolean } | 'busy'

/** The superseded tickets of a realm that are remembered. */
const supersededMax = 4

/** The Web Connectors of this gateway: one session per realm, with at most one run. */
export function createConnectorRegistry(options: RegistryOptions) {
  const { leases, credentials, logger } = options
  const byRealm = new Map<RealmId, ConnectorSession>()
  const byTicket = new Map<string, ConnectorSession>()
  /** The latest `authenticate` of each realm that is under way. */
  const openings = new Map<RealmId, Promise<unknown>>()
  let renewal: Promise<void> | undefined
  let isDraining = false

  const report = (task: string, session: ConnectorSession, work: Promise<unknown>): void => {
    work.catch((error: unknown) => logger.error({ err: error, realmId: session.realmId }, `could not ${task}`))
  }

  const forget = (session: ConnectorSession): void => {
    if (byRealm.get(session.realmId) === session) byRealm.delete(session.realmId)
    for (const [ticket, holder] of byTicket) if (holder === session) byTicket.delete(ticket)
  }

  const close = (session: ConnectorSession, reason: 'offline' | 'not-mine'): void => {
    forget(session)
    session.close(reason)
  }

  const endRun = (session: ConnectorSession, isSuperseded = false): void => {
    const { run } = session
    if (run === undefined) return
    session.endRun(isSuperseded)
    if (isSuperseded) {
      for (const ticket of [...session.superseded.keys()].slice(0, -supersededMax)) {
        session.superseded.delete(ticket)
        byTicket.delete(ticket)
      }
    } else byTicket.delete(run.ticket)
    report('store the end of a run', session, leases.recordEnd(session.lease, hashSecret(run.ticket)))
  }

  const acquire = async ({ id, realmId }: ConnectorCredential): Promise<ConnectorSession> => {
    const existing = byRealm.get(realmId)
    if (existing !== undefined) return existing
    const session = new ConnectorSession(
      await leases.acquire(realmId, id, options.gatewayUrl()),
      assumedIntervalMs,
      options,
    )
    byRealm.set(realmId, session)
    options.notifyGateways()
    return session
  }

  const open = async (credential: ConnectorCredential): Promise<Opening> => {
    // The next poll finds another gateway, or this one after its restart.
    if (isDraining) return 'busy'
    const session = await acquire(credential)
    if (session.isHeld) return 'busy'
    endRun(session, true)
    const { hasWork } = session
    const ticket = randomUUID()
    const intervalMs = await leases.recordPoll(session.lease, credential, hasWork ? hashSecret(ticket) : null)
    if (intervalMs === undefined) {
      close(session, 'not-mine')
      return 'busy'
    }
    session.recordPoll(intervalMs)
    if (hasWork) {
      session.beginRun(ticket, credential)
      byTicket.set(ticket, session)
    }
    return { ticket, hasWork }
  }

  const renewLeases = async (): Promise<void> => {
    const sessions = [...byRealm.values()]
    if (sessions.length === 0) return
    const ended = await leases.renew(sessions.map(({ lease }) => lease))
    for (const session of sessions) {
      if (!ended.has(session.realmId)) continue
      close(session, 'not-mine')
      // Without effect if another gateway has the lease by now.
      report('end the lease of a Web Connector', session, leases.end(session.lease, 'credentialRevoked'))
    }
  }

  return {
    find: (realmId: RealmId): ConnectorSession | undefined => byRealm.get(realmId),

    count: () => byRealm.size,

    /** Opens a run if requests are waiting. The calls of a realm follow each other. */
    open: (credential: ConnectorCredential): Promise<Opening> => {
      const { realmId } = credential
      const opening = (openings.get(realmId) ?? Promise.resolve()).catch(() => undefined).then(() => open(credential))
      const settled = opening
        .catch(() => undefined)
        .finally(() => {
          if (openings.get(realmId) === settled) openings.delete(realmId)
        })
      openings.set(realmId, settled)
      return opening
    },

    /** Returns the session and the run of a ticket. A ticket that was superseded is reported, and has no run. */
    findRun: (ticket: string): { readonly session: ConnectorSession; readonly run: ConnectorRun } | undefined => {
      const session = byTicket.get(ticket)
      if (session === undefined) return undefined
      const { run } = session
      if (run?.ticket === ticket) {
        run.calledAt = session.now()
        return { session, run }
      }
      const superseded = session.superseded.get(ticket)
      if (superseded !== undefined) {
        session.superseded.delete(ticket)
        byTicket.delete(ticket)
        const { credential, machine } = superseded
        const machines = new Set([machine, run?.machine].filter((each) => each !== undefined))
        logger.warn({ realmId: session.realmId, credential: credential.id }, 'two Web Connectors use one credential')
        report('record the use of a credential by two', session, credentials.recordSharing(credential, [...machines]))
      }
      return undefined
    },

    hasTicket: (ticket: string): boolean => byTicket.has(ticket),

    endRun,

    /** Renews every lease and ends the sessions that lost theirs. Concurrent calls share one run. */
    renew: (): Promise<void> => {
      renewal ??= renewLeases()
        .catch((error: unknown) => logger.error({ err: error }, 'could not renew the leases of Web Connectors'))
        .finally(() => {
          renewal = undefined
        })
      return renewal
    },

    /** Ends the runs and the sessions of Web Connectors that were silent for too long. */
    check: (): void => {
      for (const session of byRealm.values()) {
        if (!session.isSilent()) continue
        if (session.run !== undefined) endRun(session)
        else {
          close(session, 'offline')
          report('end the lease of a Web Connector', session, leases.end(session.lease, 'silent'))
        }
      }
    },

    /** Lets every run end without an error, and releases its lease. Opens no other run. */
    drain: async (): Promise<void> => {
      isDraining = true
      const drained = [...byRealm.values()].map(async (session) => {
        await session.drain()
        close(session, 'not-mine')
        await leases.release(session.lease)
      })
      await Promise.allSettled(drained)
    },

    closeAll: (): void => {
      for (const session of [...byRealm.values()]) {
        close(session, 'offline')
        report('release the lease of a Web Connector', session, leases.release(session.lease))
      }
    },
  }
}

export type ConnectorRegistry = ReturnType<typeof createConnectorRegistry>
