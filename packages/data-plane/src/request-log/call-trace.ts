import { type ExchangeOutcome, hasResponse, type Responded } from '@bridge/agent-protocol'
import { type Desktop, type DesktopResponse, decorateDesktop } from '../desktop/desktop.ts'
import { unpackHead } from '../desktop/gateway-desktop-payload.ts'

/** A text's beginning. */
export interface TracedText {
  readonly text: string
  /** The whole text's length; for a long response packed by an agent in bytes, counted up to 16 MiB. */
  readonly characters: number
}

/** A call's message set and its response. */
export interface TracedExchange {
  readonly request: TracedText
  readonly response?: TracedText
  /** The reason if there is no response. */
  readonly reason?: string
}

/** The texts kept per call, however many exchanges it has. */
export interface TraceLimits {
  readonly maxExchanges: number
  /** Characters per text. */
  readonly maxTextCharacters: number
  /** Characters in all texts together. */
  readonly maxCharacters: number
}

/** The texts kept per call in the request log. */
export const loggedTexts: TraceLimits = {
  maxExchanges: 20,
  maxTextCharacters: 64 * 1024,
  maxCharacters: 256 * 1024,
}

/** The texts of a call made and shown by the service for a user. */
export const shownTexts: TraceLimits = {
  maxExchanges: 40,
  maxTextCharacters: 256 * 1024,
  maxCharacters: 1024 * 1024,
}

/** A call's exchanges in order, and their times in milliseconds, summed. A time is absent if it is unknown. */
export interface CallTrace {
  readonly exchanges: TracedExchange[]
  /** How many further exchanges there are, without texts. */
  exchangesLeftOut: number
  /** Time in the company file's queue. */
  queueMs?: number
  /** Time in transit to the company file and back. */
  gatewayMs?: number
  /** Time in QuickBooks Desktop. */
  desktopMs?: number
}

/** A desktop whose exchanges are recorded in the trace. */
export interface TracedDesktop {
  readonly desktop: Desktop
  readonly trace: CallTrace
}

/** Decorates a desktop for one call; the trace has texts only within `limits`. */
export function traceDesktop(desktop: Desktop, limits: TraceLimits | undefined): TracedDesktop {
  const trace: CallTrace = { exchanges: [], exchangesLeftOut: 0 }
  let left = limits?.maxCharacters ?? 0
  const keep = (text: string, characters = text.length): TracedText => {
    const kept = copyBeginning(text, Math.min(left, limits?.maxTextCharacters ?? 0))
    left -= kept.length
    return { text: kept, characters }
  }
  const record = (request: string, response: TracedText | undefined, reason?: string): void => {
    if (limits === undefined) return
    if (trace.exchanges.length === limits.maxExchanges) trace.exchangesLeftOut += 1
    else {
      trace.exchanges.push({
        request: keep(request),
        ...(response !== undefined && { response: keep(response.text, response.characters) }),
        ...(reason !== undefined && { reason }),
      })
    }
  }
  const exchange: Desktop['exchange'] = async (realmId, messageSet, options) => {
    const startedAt = performance.now()
    try {
      const result = await desktop.exchange(realmId, messageSet, options)
      addTimes(trace, result, performance.now() - startedAt)
      if (hasResponse(result)) {
        if (limits !== undefined) record(messageSet, await toHead(result, limits.maxTextCharacters))
      } else record(messageSet, undefined, result.reason)
      return result
    } catch (error) {
      record(messageSet, undefined, 'refused')
      throw error
    }
  }
  return { desktop: decorateDesktop(desktop, exchange), trace }
}

/** Copies a long text's beginning, because a slice would keep the whole in memory. */
export function copyBeginning(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : Buffer.from(text.slice(0, maxCharacters)).toString()
}

function toHead(
  { response, characters }: Responded<DesktopResponse>,
  maxCharacters: number,
): TracedText | Promise<TracedText> {
  if (typeof response === 'string') return { text: response, characters: response.length }
  const maxCount = characters === undefined ? undefined : maxCharacters
  return unpackHead(response, maxCharacters, maxCount).then(({ text, bytes }) => ({
    text,
    characters: characters ?? bytes,
  }))
}

function addTimes(trace: CallTrace, result: ExchangeOutcome<DesktopResponse>, ms: number): void {
  const timing = result.sent && !result.lost ? result.timing : undefined
  if (!timing) {
    trace.gatewayMs = (trace.gatewayMs ?? 0) + ms
    return
  }
  const { queueMs = 0, desktopMs } = timing
  trace.queueMs = (trace.queueMs ?? 0) + queueMs
  trace.desktopMs = (trace.desktopMs ?? 0) + desktopMs
  trace.gatewayMs = (trace.gatewayMs ?? 0) + Math.max(0, ms - queueMs - desktopMs)
}
