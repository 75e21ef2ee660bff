import {
  type ExchangeOutcome,
  hasResponse,
  type Lost,
  maxResponseBytes,
  type NotSent,
  PayloadTooLargeError,
  type RealmId,
  type Responded,
} from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { DesktopResponse } from './desktop.ts'
import type { Transport } from './gateway-desktop-lease.store.ts'
import { payloadCodec } from './gateway-desktop-payload.ts'
import { maxShortBytes } from './read-response.ts'

/** Reads the outcomes of calls to the processes serving company files. */
export class OutcomeReader {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Unpacks a response. An unreadable one, or one above `maxBytes`, counts as lost. */
  async unpack(
    { response, timing }: Responded<Uint8Array>,
    realmId: RealmId,
    maxBytes: number = maxResponseBytes.write,
  ): Promise<Responded<string> | Lost> {
    try {
      const text = payloadCodec.unpack(response, maxBytes)
      return { sent: true, lost: false, response: typeof text === 'string' ? text : await text, timing }
    } catch (error) {
      if (error instanceof PayloadTooLargeError) return { sent: true, lost: true, reason: 'too-large' }
      this.#logger.error({ err: error, realmId }, 'Could not read a response')
      return { sent: true, lost: true, reason: 'connection' }
    }
  }

  /** Reads a write's outcome. */
  toText(
    outcome: ExchangeOutcome<Uint8Array>,
    realmId: RealmId,
    transport?: Transport,
  ): Promise<ExchangeOutcome> | ExchangeOutcome {
    return hasResponse(outcome) ? this.unpack(outcome, realmId) : this.report(outcome, realmId, transport)
  }

  /** Reads a read's outcome. A long response stays packed. */
  toResponse(
    outcome: ExchangeOutcome<Uint8Array>,
    realmId: RealmId,
    transport?: Transport,
  ): Promise<ExchangeOutcome<DesktopResponse>> | ExchangeOutcome<DesktopResponse> {
    return hasResponse(outcome) ? this.#unpackShort(outcome, realmId) : this.report(outcome, realmId, transport)
  }

  /** Logs the cause. Callers see every reason why no process can be reached as `offline`. */
  report({ cause, ...outcome }: NotSent | Lost, realmId: RealmId, transport: Transport = 'agent'): NotSent | Lost {
    if (cause !== undefined) {
      this.#logger.warn({ err: cause, realmId, ...outcome }, 'A gateway or a sandbox host did not complete a call')
    }
    if (outcome.sent) return outcome
    switch (outcome.reason) {
      case 'app-not-open':
      case 'execution-error':
      case 'busy':
        return outcome
      case 'deadline':
        return { ...outcome, reason: transport === 'agent' ? 'busy' : 'offline' }
      default:
        return { sent: false, reason: 'offline', retryAfterMs: outcome.retryAfterMs }
    }
  }

  async #unpackShort(responded: Responded<Uint8Array>, realmId: RealmId): Promise<Responded<DesktopResponse> | Lost> {
    const unpacked = await this.unpack(responded, realmId, maxShortBytes)
    return unpacked.lost && unpacked.reason === 'too-large' ? responded : unpacked
  }
}
