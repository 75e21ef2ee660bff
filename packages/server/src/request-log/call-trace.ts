import type { Desktop, ExchangeResult } from '../desktop/desktop.ts'

/** One message set that went to the company file, and what came back. */
export interface TracedExchange {
  readonly request: string
  /** The answer's text; nothing where there was none. */
  readonly answer?: string
  /** Why there was no answer. */
  readonly why?: string
}

/** What a call did with the company file, in the order in which it did it. Times are in milliseconds, of all exchanges together. */
export interface CallTrace {
  readonly exchanges: TracedExchange[]
  /** Waiting for the company file's turn; unknown where nothing tells it. */
  queueMs?: number
  /** On the way to the company file and back; unknown where nothing tells it. */
  gatewayMs?: number
  /** In the hands of the desktop. */
  desktopMs?: number
}

/** The same desktop, whose exchanges are noted in the trace; their texts where `keepsTexts` says so. */
export function tracedDesktop(desktop: Desktop, trace: CallTrace, keepsTexts: boolean): Desktop {
  return {
    ...desktop,
    async exchange(realmId, messageSet, options) {
      const startedAt = performance.now()
      const note = (traced: Omit<TracedExchange, 'request'>) => {
        if (keepsTexts) trace.exchanges.push({ request: messageSet, ...traced })
      }
      try {
        const result = await desktop.exchange(realmId, messageSet, options)
        addTimes(trace, result, performance.now() - startedAt)
        note(result.sent && !result.lost ? { answer: result.answer } : { why: result.why })
        return result
      } catch (error) {
        note({ why: 'refused' })
        throw error
      }
    },
  }
}

function addTimes(trace: CallTrace, result: ExchangeResult, ms: number): void {
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
