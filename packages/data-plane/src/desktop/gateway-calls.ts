import { randomUUID } from 'node:crypto'
import {
  type ExchangeCall,
  type ExchangeOutcome,
  hasResponse,
  maxResponseBytes,
  type RealmId,
} from '@bridge/agent-protocol'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { Logger } from 'pino'
import { type DesktopResponse, type ExchangeOptions, offline, type WriteDescription } from './desktop.ts'
import type { ExchangeCaller } from './exchange-caller.ts'
import type { WriteJournal } from './gateway-desktop-journal.store.ts'
import type { HeldLease, LeaseReader } from './gateway-desktop-lease.store.ts'
import type { OutcomeReader } from './outcome-reader.ts'

interface GatewayCallsOptions {
  readonly leases: LeaseReader
  readonly journal: WriteJournal
  readonly caller: ExchangeCaller
  readonly outcomes: OutcomeReader
  readonly config: Pick<ServerConfig, 'agentTimeoutMs' | 'connectorTimeoutMs'>
  readonly logger: Logger
}

/** Calls gateways, and journals writes before. */
export class GatewayCalls {
  readonly #options: GatewayCallsOptions

  constructor(options: GatewayCallsOptions) {
    this.#options = options
  }

  /** Sends a message set through one transport. Each attempt at a write has its own journal row. */
  async send(
    lease: HeldLease,
    realmId: RealmId,
    payload: Uint8Array,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome<DesktopResponse>> {
    const { journal, outcomes } = this.#options
    const { transport } = lease
    const call = this.#describeCall(lease, realmId, options)
    if (options.kind === 'read') {
      return outcomes.toResponse(await this.#callGateway(lease, call, payload), realmId, transport)
    }
    await journal.queue(call.id, realmId, requireDescription(options))
    const outcome = await this.#callGateway(lease, call, payload)
    return this.#resolveWrite(call.id, realmId, await outcomes.toText(outcome, realmId, transport))
  }

  #describeCall(
    { transport }: HeldLease,
    realmId: RealmId,
    { kind, responseBytesMax = maxResponseBytes[kind], client, traceparent }: ExchangeOptions,
  ): ExchangeCall {
    const { agentTimeoutMs, connectorTimeoutMs } = this.#options.config
    const isAgent = transport === 'agent'
    return {
      realmId,
      id: randomUUID(),
      kind,
      ...(isAgent ? {} : { transport }),
      budgetMs: isAgent ? agentTimeoutMs : connectorTimeoutMs,
      responseBytesMax,
      ...(client !== undefined && { client }),
      ...(traceparent !== undefined && { traceparent }),
    }
  }

  /** Calls the lease's gateway. If it no longer serves the realm, reads the lease again and retries once. */
  #callGateway(lease: HeldLease, call: ExchangeCall, payload: Uint8Array): Promise<ExchangeOutcome<Uint8Array>> {
    const { leases, caller, logger } = this.#options
    const { realmId } = call
    return caller.call(lease.gatewayUrl, call, payload, async (reason, attempts) => {
      if (attempts > 1) return undefined
      const next = await leases.findNext(realmId, lease, reason === 'not-mine').catch((error: unknown) => {
        logger.error({ err: error, realmId }, 'Could not read the leases again')
        return undefined
      })
      return next?.gatewayUrl
    })
  }

  /**
   * Looks up a write without a response in the journal, which shows whether it was sent, and may contain the response.
   */
  async #resolveWrite(id: string, realmId: RealmId, outcome: ExchangeOutcome): Promise<ExchangeOutcome> {
    const { journal, outcomes, logger } = this.#options
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
}

function requireDescription({ write }: ExchangeOptions): WriteDescription {
  if (write === undefined) throw new TypeError('A write needs its description for the journal.')
  return write
}
