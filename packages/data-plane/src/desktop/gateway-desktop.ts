import { randomUUID } from 'node:crypto'
import {
  type ExchangeCall,
  type ExchangeOutcome,
  hasResponse,
  type NotSent,
  type RealmId,
  maxResponseBytes as responseBytesMaxByKind,
} from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { Logger } from 'pino'
import type { Desktop, DesktopResponse, ExchangeOptions } from './desktop.ts'
import { ExchangeCaller } from './exchange-caller.ts'
import { createWriteJournal } from './gateway-desktop-journal.store.ts'
import { createLeaseReader, type HeldLease, type HeldLeases, type Transport } from './gateway-desktop-lease.store.ts'
import { payloadCodec } from './gateway-desktop-payload.ts'
import { OutcomeReader } from './outcome-reader.ts'
import { createFileCheck } from './same-company-file.ts'

const offline: NotSent = { sent: false, reason: 'offline' }

interface GatewayDesktopOptions {
  readonly database: Database
  readonly clock: () => Date
  readonly config: Pick<ServerConfig, 'machineSecret' | 'agentTimeoutMs' | 'connectorTimeoutMs'>
  readonly logger: Logger
}

/**
 * Creates the desktop for company files that edge agents and Web Connectors serve. It sends a message set to the gateway
 * that serves the realm's agent, or its Web Connector if the agent is away or QuickBooks is closed. A read needs no database query while the lease is cached. A write has a journal row, which decides
 * whether it was sent if this server gives up on it (see {@link ExchangeOutcome}).
 */
export function createGatewayDesktop({
  database,
  clock,
  config,
  logger,
}: GatewayDesktopOptions): Required<Desktop> & { close(): Promise<void> } {
  const leases = createLeaseReader(database, clock)
  const journal = createWriteJournal(database)
  const caller = new ExchangeCaller({ machineSecret: config.machineSecret, clock })
  const outcomes = new OutcomeReader(logger)

  /** Calls the gateway of the lease. If it no longer serves the realm, reads the lease again and retries once. */
  const callGateway = (lease: HeldLease, call: ExchangeCall, payload: Uint8Array) =>
    caller.call(lease.gatewayUrl, call, payload, async (reason, attempts) => {
      if (attempts > 1) return undefined
      const next = await leases.findNext(call.realmId, lease, reason === 'not-mine').catch((error: unknown) => {
        logger.error({ err: error, realmId: call.realmId }, 'Could not read the leases again')
        return undefined
      })
      return next?.gatewayUrl
    })

  /**
   * Looks up a write without a response in the journal, which shows whether it was sent, and may contain the response.
   */
  const resolveWrite = async (id: string, realmId: RealmId, outcome: ExchangeOutcome): Promise<ExchangeOutcome> => {
    if (hasResponse(outcome) || outcome.reason === 'execution-error') return outcome
    try {
      const recorded = await journal.cancel(id)
      if (hasResponse(recorded)) return await outcomes.unpack(recorded, realmId)
      if (!recorded.sent) return outcome.sent ? offline : outcome
    } catch (error) {
      logger.error({ err: error, realmId, write: id }, 'Could not read the outcome of a write')
    }
    return outcome.sent ? outcome : { sent: true, lost: true, reason: 'timeout' }
  }

  /** Sends a message set through one transport. Each attempt of a write has its own journal row. */
  const send = async (
    lease: HeldLease,
    realmId: RealmId,
    payload: Uint8Array,
    { kind, write, responseBytesMax = responseBytesMaxByKind[kind], client, traceparent }: ExchangeOptions,
  ): Promise<ExchangeOutcome<DesktopResponse>> => {
    const { transport } = lease
    const isAgent = transport === 'agent'
    const call: ExchangeCall = {
      realmId,
      id: randomUUID(),
      kind,
      ...(isAgent ? {} : { transport }),
      budgetMs: isAgent ? config.agentTimeoutMs : config.connectorTimeoutMs,
      responseBytesMax,
      ...(client !== undefined && { client }),
      ...(traceparent !== undefined && { traceparent }),
    }
    if (kind === 'read') return outcomes.toResponse(await callGateway(lease, call, payload), realmId, transport)
    if (write === undefined) throw new TypeError('A write needs its description for the journal.')
    await journal.queue(call.id, realmId, write)
    const outcome = await callGateway(lease, call, payload)
    return resolveWrite(call.id, realmId, await outcomes.toText(outcome, realmId, transport))
  }

  const checkFile = createFileCheck({
    clock,
    logger,
    read: async (lease, realmId, messageSet) =>
      send(lease, realmId, await payloadCodec.pack(messageSet), { kind: 'read' }),
    store: leases.storeFileId,
  })
  const checking = new Set<Promise<void>>()

  /**
   * Finds the transports that may carry a request. A write is looked up and sent again only in the company file that it
   * was sent to.
   */
  const findTransports = async (realmId: RealmId, { sameFileAs }: ExchangeOptions): Promise<HeldLeases> => {
    if (sameFileAs === undefined) return leases.find(realmId)
    const held = await leases.findNow(realmId)
    const proved = await leases.findSameFile(realmId, sameFileAs)
    if (held.agent === undefined || proved.has('agent')) return pick(held, proved)
    await checkFile(realmId, held.agent)
    return pick(await leases.findNow(realmId), await leases.findSameFile(realmId, sameFileAs))
  }

  /**
   * Sends a message set through one transport. What QuickBooks says about an earlier write counts only if the company file
   * of that one was open the whole time; the gateway checks that itself before it sends a write.
   */
  const sendProved = async (
    lease: HeldLease,
    realmId: RealmId,
    payload: Uint8Array,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome<DesktopResponse>> => {
    const outcome = await send(lease, realmId, payload, options)
    if (options.sameFileAs === undefined || options.kind === 'write' || !hasResponse(outcome)) return outcome
    const transports = await findTransports(realmId, options)
    return transports[lease.transport] === undefined ? { sent: true, lost: true, reason: 'connection' } : outcome
  }

  /** Checks the company file of an agent after a request, while the Web Connector of the realm is known. */
  const checkFileLater = (realmId: RealmId, lease: HeldLease): void => {
    const check = checkFile(realmId, lease).finally(() => checking.delete(check))
    checking.add(check)
  }

  return {
    exchange: async (
      realmId: RealmId,
      text: string,
      options: ExchangeOptions,
    ): Promise<ExchangeOutcome<DesktopResponse>> => {
      const { agent, connector } = await findTransports(realmId, options)
      const first = agent ?? connector
      if (first === undefined) return offline
      const packed = payloadCodec.pack(text)
      const payload = packed instanceof Uint8Array ? packed : await packed
      const outcome = await sendProved(first, realmId, payload, options)
      if (hasResponse(outcome)) checkFileLater(realmId, first)
      // Nothing was sent, so the other transport may do it.
      return first === agent && connector !== undefined && isAway(outcome)
        ? sendProved(connector, realmId, payload, options)
        : outcome
    },

    recall: async (realmId, messageSetId) => outcomes.toText(await journal.recall(realmId, messageSetId), realmId),

    close: async () => {
      caller.close()
      await Promise.all(checking)
    },
  }
}

function pick({ agent, connector }: HeldLeases, proved: ReadonlySet<Transport>): HeldLeases {
  return {
    ...(agent !== undefined && proved.has('agent') && { agent }),
    ...(connector !== undefined && proved.has('connector') && { connector }),
  }
}

/** Returns whether nothing was sent because the agent is not connected, or QuickBooks is closed in its session. */
function isAway(outcome: ExchangeOutcome<DesktopResponse>): boolean {
  return !outcome.sent && (outcome.reason === 'offline' || outcome.reason === 'app-not-open')
}
