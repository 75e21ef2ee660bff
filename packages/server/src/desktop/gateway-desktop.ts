import { randomUUID } from 'node:crypto'
import type { ExchangeCall, ExchangeOutcome, RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config.ts'
import type { Desktop, ExchangeOptions, ExchangeResult, RecalledWrite } from './desktop.ts'
import { createWriteJournal } from './gateway-desktop-journal.store.ts'
import { createLeaseReader, type HeldLease } from './gateway-desktop-lease.store.ts'
import { payloadCodec } from './gateway-desktop-payload.ts'
import { type CallResult, createGatewayCaller } from './gateway-link.ts'

const offline: ExchangeResult = { sent: false, why: 'offline' }

interface GatewayDesktopOptions {
  readonly database: Database
  readonly clock: () => Date
  readonly config: Pick<ServerConfig, 'machineSecret' | 'agentTimeoutMs'>
  readonly logger: Logger
}

/**
 * Company files served by edge agents: hands a message set to the gateway that holds the realm's socket.
 * A read costs no database query while the lease is known; a write has a journal row, of which exactly one of
 * the gateway (sending) and this caller (cancelled) takes possession (design, section 6).
 */
export function createGatewayDesktop({
  database,
  clock,
  config,
  logger,
}: GatewayDesktopOptions): Required<Desktop> & { close(): Promise<void> } {
  const leases = createLeaseReader(database, clock)
  const journal = createWriteJournal(database)
  const gateways = createGatewayCaller(config.machineSecret)

  /** The answer's text; an unreadable one is as good as lost. */
  const readAnswer = async (
    payload: Uint8Array,
    realmId: RealmId,
  ): Promise<Extract<ExchangeResult, { readonly sent: true }>> => {
    try {
      const text = payloadCodec.unpack(payload)
      return { sent: true, lost: false, answer: typeof text === 'string' ? text : await text }
    } catch (error) {
      logger.error({ err: error, realmId }, "an agent's answer cannot be read")
      return { sent: true, lost: true, why: 'connection' }
    }
  }

  const isElsewhere = (result: CallResult): boolean =>
    !result.reached || (result.outcome?.outcome === 'not-sent' && result.outcome.why === 'not-mine')

  /** Calls the gateway of the lease; where that is not (or no more) the one, reads the lease anew, once. */
  const callGateway = async (lease: HeldLease, call: ExchangeCall, payload: Uint8Array): Promise<CallResult> => {
    const started = clock().getTime()
    const first = await gateways.call(lease.gatewayUrl, call, payload)
    if (!isElsewhere(first)) return first
    const current = await leases.findNow(call.realmId).catch((error: unknown) => {
      logger.error({ err: error, realmId: call.realmId }, 'could not read the lease anew')
      return undefined
    })
    if (current === undefined) return first
    if (current.epoch === lease.epoch && current.gatewayUrl === lease.gatewayUrl) return first
    const budgetMs = Math.max(1, call.budgetMs - (clock().getTime() - started))
    return gateways.call(current.gatewayUrl, { ...call, budgetMs }, payload)
  }

  const interpret = (result: CallResult, realmId: RealmId): Promise<ExchangeResult> | ExchangeResult => {
    if (!result.reached) {
      logger.warn({ err: result.error, realmId }, 'the agent gateway did not take a call')
      return offline
    }
    if (result.outcome === undefined) {
      logger.warn({ err: result.error, realmId }, 'the connection to the agent gateway was lost')
      return { sent: true, lost: true, why: result.why }
    }
    switch (result.outcome.outcome) {
      case 'answer':
        return withTiming(readAnswer(result.payload, realmId), result.outcome)
      case 'not-sent':
        return { sent: false, why: result.outcome.why === 'app-not-open' ? 'app-not-open' : 'offline' }
      case 'failed':
        return { sent: false, why: 'execution-error', hresult: result.outcome.hresult, message: result.outcome.message }
      case 'lost':
        return { sent: true, lost: true, why: result.outcome.why }
    }
  }

  /** Settles a write's row, which decides where the gateway's word does not: exactly one of the two has moved it. */
  const settleWrite = async (
    id: string,
    realmId: RealmId,
    { reached, outcome }: CallResult,
    result: ExchangeResult,
  ): Promise<ExchangeResult> => {
    const isDecided = reached && outcome !== undefined && (result.sent || result.why === 'execution-error')
    if (isDecided) return result
    try {
      const givenUp = await journal.giveUp(id)
      if (givenUp.state === 'answered') return await readAnswer(givenUp.answer, realmId)
      if (givenUp.state === 'cancelled') return result.sent ? offline : result
    } catch (error) {
      logger.error({ err: error, realmId, write: id }, 'could not learn what became of a write')
    }
    return result.sent ? result : { sent: true, lost: true, why: 'timeout' }
  }

  const exchange = async (
    realmId: RealmId,
    text: string,
    { kind, write }: ExchangeOptions,
  ): Promise<ExchangeResult> => {
    const lease = await leases.find(realmId)
    if (lease === undefined) return offline
    const packed = payloadCodec.pack(text)
    const payload = packed instanceof Uint8Array ? packed : await packed
    const call: ExchangeCall = { realmId, id: randomUUID(), kind, budgetMs: config.agentTimeoutMs }
    if (kind === 'read') return interpret(await callGateway(lease, call, payload), realmId)
    if (write === undefined) throw new TypeError('A write needs its description for the journal.')
    await journal.queue(call.id, realmId, write)
    const result = await callGateway(lease, call, payload)
    return settleWrite(call.id, realmId, result, await interpret(result, realmId))
  }

  const recall = async (realmId: RealmId, messageSetId: string): Promise<RecalledWrite> => {
    const recalled = await journal.recall(realmId, messageSetId)
    if (recalled.state === 'answered') return readAnswer(recalled.answer, realmId)
    return recalled.state === 'sending' ? { sent: true, lost: true } : { sent: false }
  }

  return { exchange, recall, close: gateways.close }
}

/** The result with the times that the gateway tells. */
async function withTiming(
  read: Promise<Extract<ExchangeResult, { readonly sent: true }>>,
  { queueMs, desktopMs }: Extract<ExchangeOutcome, { outcome: 'answer' }>,
): Promise<ExchangeResult> {
  const result = await read
  if (result.lost || desktopMs === undefined) return result
  return { ...result, timing: { ...(queueMs !== undefined && { queueMs }), desktopMs } }
}
