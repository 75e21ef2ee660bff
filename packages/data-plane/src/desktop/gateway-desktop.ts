import { type ExchangeOutcome, hasResponse, type RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { Logger } from 'pino'
import { type Desktop, type DesktopResponse, type ExchangeOptions, offline } from './desktop.ts'
import { ExchangeCaller } from './exchange-caller.ts'
import { GatewayCalls } from './gateway-calls.ts'
import { createWriteJournal, type WriteJournal } from './gateway-desktop-journal.store.ts'
import { type HeldLease, LeaseReader } from './gateway-desktop-lease.store.ts'
import { payloadCodec } from './gateway-desktop-payload.ts'
import { OutcomeReader } from './outcome-reader.ts'
import { createFileCheck } from './same-company-file.ts'
import { TransportChoice } from './transport-choice.ts'

interface GatewayDesktopOptions {
  readonly database: Database
  readonly clock: () => Date
  readonly config: Pick<ServerConfig, 'machineSecret' | 'agentTimeoutMs' | 'connectorTimeoutMs'>
  readonly logger: Logger
}

interface GatewayDesktopParts {
  readonly journal: WriteJournal
  readonly caller: ExchangeCaller
  readonly outcomes: OutcomeReader
  readonly calls: GatewayCalls
  readonly transports: TransportChoice
}

/** Creates the desktop for company files served by edge agents and Web Connectors. */
export function createGatewayDesktop({ database, clock, config, logger }: GatewayDesktopOptions): GatewayDesktop {
  const leases = new LeaseReader(database, clock)
  const journal = createWriteJournal(database)
  const caller = new ExchangeCaller({ machineSecret: config.machineSecret, clock })
  const outcomes = new OutcomeReader(logger)
  const calls = new GatewayCalls({ leases, journal, caller, outcomes, config, logger })
  const checkFile = createFileCheck({
    clock,
    logger,
    read: async (lease, realmId, messageSet) =>
      calls.send(lease, realmId, await payloadCodec.pack(messageSet), { kind: 'read' }),
    store: (realmId, lease) => leases.storeFileId(realmId, lease),
  })
  const transports = new TransportChoice(leases, checkFile)
  return new GatewayDesktop({ journal, caller, outcomes, calls, transports })
}

/**
 * Sends a message set to the gateway serving the realm's agent, or its Web Connector if the agent is away or
 * QuickBooks is closed. A read needs no database query while the lease is cached. A write has a journal row, which
 * decides whether it was sent if this server gives up on it (see {@link ExchangeOutcome}).
 */
export class GatewayDesktop implements Desktop {
  readonly #parts: GatewayDesktopParts

  constructor(parts: GatewayDesktopParts) {
    this.#parts = parts
  }

  async exchange(
    realmId: RealmId,
    messageSet: string,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome<DesktopResponse>> {
    const { transports } = this.#parts
    const { agent, connector } = await transports.find(realmId, options)
    const first = agent ?? connector
    if (first === undefined) return offline
    const packed = payloadCodec.pack(messageSet)
    const payload = packed instanceof Uint8Array ? packed : await packed
    const outcome = await this.#sendProved(first, realmId, payload, options)
    if (hasResponse(outcome)) transports.checkLater(realmId, first)
    // Nothing was sent, so the other transport may do it.
    return first === agent && connector !== undefined && isAway(outcome)
      ? this.#sendProved(connector, realmId, payload, options)
      : outcome
  }

  async recall(realmId: RealmId, messageSetId: string): Promise<ExchangeOutcome> {
    const { journal, outcomes } = this.#parts
    return outcomes.toText(await journal.recall(realmId, messageSetId), realmId)
  }

  async close(): Promise<void> {
    this.#parts.caller.close()
    await this.#parts.transports.close()
  }

  /**
   * Sends a message set through one transport. What QuickBooks says about an earlier write counts only if this write's
   * company file was open the whole time; the gateway checks this itself before it sends a write.
   */
  async #sendProved(
    lease: HeldLease,
    realmId: RealmId,
    payload: Uint8Array,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome<DesktopResponse>> {
    const { calls, transports } = this.#parts
    const outcome = await calls.send(lease, realmId, payload, options)
    if (options.sameFileAs === undefined || options.kind === 'write' || !hasResponse(outcome)) return outcome
    const held = await transports.find(realmId, options)
    return held[lease.transport] === undefined ? { sent: true, lost: true, reason: 'connection' } : outcome
  }
}

/** Returns whether nothing was sent because the agent is not connected, or QuickBooks is closed in its session. */
function isAway(outcome: ExchangeOutcome<DesktopResponse>): boolean {
  return !outcome.sent && (outcome.reason === 'offline' || outcome.reason === 'app-not-open')
}
