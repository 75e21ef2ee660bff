import { randomUUID } from 'node:crypto'
import { type ExchangeOutcome, requireRealmId } from '@bridge/agent-protocol'
import { createJob } from '@bridge/platform/exchange-socket/job'
import { pino } from 'pino'
import { vi } from 'vitest'
import { ConnectorSession } from '../src/connectors/connector-session.ts'

const realmId = requireRealmId('9000000000000001')

/** The credential for the session's Web Connector. */
export const credential = {
  id: 'c',
  realmId,
  orgId: 'o',
  passwordHash: '',
  fileId: randomUUID(),
  isProved: true,
  companyFilePath: null,
  isClosed: false,
  opensQuickBooks: false,
}

/** A signal never aborted. */
export const never = new AbortController().signal

/**
 * Creates a Web Connector's session without a database, in which at most this many requests wait. It is idle after
 * 30 s, or as long as a test says.
 */
export function createSession(maxWaiting = 2, { idleMs = 30_000 } = {}): ConnectorSession {
  const stores = {
    startSending: async () => undefined,
    cancel: async () => undefined,
    storeResponse: async () => undefined,
  }
  return new ConnectorSession({ realmId, epoch: 1n }, 15_000, {
    leases: { ...stores, storeCondition: async () => undefined } as never,
    journal: stores as never,
    clock: () => new Date(),
    logger: pino({ level: 'silent' }),
    maxWaiting,
    holdMs: 25_000,
    idleMs,
  })
}

/** Submits a request from a server waiting for 4 minutes, and returns its outcomes. */
export function submit(
  session: ConnectorSession,
  kind: 'read' | 'write' = 'read',
  messageSet = '',
  client?: string,
): ExchangeOutcome<Uint8Array>[] {
  const outcomes: ExchangeOutcome<Uint8Array>[] = []
  const call = { realmId, id: randomUUID(), kind, budgetMs: 240_000, ...(client !== undefined && { client }) }
  session.submit(createJob(call, new TextEncoder().encode(messageSet), (outcome) => outcomes.push(outcome)))
  return outcomes
}

/** Lets pending work finish, with fake timers. */
export function settle() {
  return vi.advanceTimersByTimeAsync(0)
}
