import { type ExchangeCall, type ExchangeOutcome, hasResponse, toTraceIds } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { Tracing } from '../tracing/tracing.ts'
import { describeOutcome } from './exchange-metrics.ts'
import type { Job } from './job.ts'

interface ExchangeTrace {
  /** The call with the span its agent continues. */
  readonly call: ExchangeCall
  /** Ends the span, with the time in the queue and at the agent, and logs a line with its IDs. */
  end(job: Job, outcome: ExchangeOutcome<Uint8Array>): void
}

/** Traces a call its server traces. Without tracing here, the line has the server span's IDs. */
export function traceExchange(
  call: ExchangeCall,
  { tracing, logger }: { readonly tracing: Pick<Tracing, 'start'> | undefined; readonly logger: Logger },
): ExchangeTrace {
  const { realmId, id, kind, traceparent = '' } = call
  const span = tracing?.start({
    name: `exchange ${kind}`,
    kind: 'server',
    from: performance.now(),
    traceparent,
    attributes: { 'bridge.realm_id': realmId, 'bridge.exchange.id': id },
  })
  return {
    call: span === undefined ? call : { ...call, traceparent: span.traceparent },
    end({ receivedAt, sentAt }, outcome) {
      const until = performance.now()
      span?.addChild({ name: 'queue', kind: 'internal', from: receivedAt, until: sentAt ?? until })
      if (sentAt !== undefined) span?.addChild({ name: 'agent', kind: 'client', from: sentAt, until })
      const described = describeOutcome(outcome)
      span?.end({ attributes: { 'bridge.exchange.outcome': described }, isError: !hasResponse(outcome) })
      const ms = Math.round((until - receivedAt) * 10) / 10
      const timing = hasResponse(outcome) ? outcome.timing : undefined
      const ids = span?.ids ?? toTraceIds(traceparent)
      logger.info({ realmId, id, kind, outcome: described, ms, ...timing, ...ids }, 'exchange')
    },
  }
}
