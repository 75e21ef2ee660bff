import type { ExchangeOutcome } from '@bridge/agent-protocol'
import type { Desktop } from '../desktop/desktop.ts'

/** A message set of a call and its response. */
export interface TracedExchange {
  readonly request: string
  readonly response?: string
  /** The reason if there is no response. */
  readonly reason?: string
}

/** The exchanges of a call in order, and their times in milliseconds, summed. A time is absent if it is unknown. */
export interface CallTrace {
  readonly exchanges: TracedExchange[]
  /** Time in the queue of the company file. */
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

/** Decorates a desktop for one call; the trace contains texts only if `keepsTexts`. */
export function traceDesktop(desktop: Desktop, keepsTexts: boolean): TracedDesktop {
  const trace: CallTrace = { exchanges: [] }
  const exchange: Desktop['exchange'] = async (realmId, messageSet, options) => {
    const startedAt = performance.now()
    const record = (traced: Omit<TracedExchange, 'request'>) => {
      if (keepsTexts) trace.exchanges.push({ request: messageSet, ...traced })
    }
    try {
      const result = await desktop.exchange(realmId, messageSet, options)
      addTimes(trace, result, performance.now() - startedAt)
      record(result.sent && !result.lost ? { response: result.response } : { reason: result.reason })
      return result
    } catch (error) {
      record({ reason: 'refused' })
      throw error
    }
  }
  return { desktop: { ...desktop, exchange }, trace }
}

function addTimes(trace: CallTrace, result: ExchangeOutcome, ms: number): void {
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
