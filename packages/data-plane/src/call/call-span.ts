import { hasResponse } from '@bridge/agent-protocol'
import type { Grant } from '@bridge/identity/access/grant'
import { redact } from '@bridge/platform/redact'
import type { Span, Tracing } from '@bridge/platform/tracing'
import type { HonoRequest } from 'hono/request'
import { type Desktop, decorateDesktop } from '../desktop/desktop.ts'
import type { ParsedRequest } from './request.ts'
import type { HttpResponse } from './response.ts'

/** What a finished call's span shows. */
interface EndedCall {
  readonly traceId: string
  readonly reached: { readonly grant: Grant | undefined; readonly request: ParsedRequest | undefined }
}

/** A call's spans: one for each phase, and one for each exchange with the company file. */
export interface CallSpan extends Pick<Span, 'ids'> {
  /** Notes that a step has ended. */
  onStep(name: string): void
  /** Decorates a desktop to make each exchange a span, which the gateway and the agent continue. */
  over(desktop: Desktop): Desktop
  end(call: EndedCall, response: HttpResponse): void
}

/** A call's phases, each with the step ending it. */
const phases = [
  // Authentication, limits, and the wait for a slot among the realm's calls.
  { name: 'admission', lastStep: 'slot' },
  { name: 'parsing', lastStep: 'company' },
  // Everything between exchanges: qbXML, and outcomes for writes with a `requestid`.
  { name: 'translation', lastStep: 'result' },
  { name: 'rendering', lastStep: 'response' },
] as const

/** Starts a call's span, whose parent is named by its `traceparent`. */
export function startCallSpan(tracing: Tracing, http: HonoRequest, startedAt: number): CallSpan {
  const { method } = http
  const span = tracing.start({
    name: method,
    kind: 'server',
    from: startedAt,
    traceparent: http.header('traceparent'),
    attributes: { 'http.request.method': method, 'url.path': redact(http.path) },
  })
  let from = startedAt
  let phase = 0
  let exchanges = 0

  const endPhase = (): void => {
    const name = phases[phase]?.name
    const until = performance.now()
    if (name !== undefined && exchanges === 0) span.addChild({ name, kind: 'internal', from, until })
    from = until
  }
  return {
    ids: span.ids,
    onStep: (step) => {
      if (phases[phase]?.lastStep !== step) return
      endPhase()
      phase += 1
    },
    over: (desktop) =>
      decorateDesktop(desktop, async (realmId, messageSet, options) => {
        endPhase()
        exchanges += 1
        const attributes = { 'bridge.exchange.kind': options.kind }
        const exchange = span.startChild({ name: 'exchange', kind: 'client', from: performance.now(), attributes })
        let outcome = 'refused'
        try {
          const result = await desktop.exchange(realmId, messageSet, { ...options, traceparent: exchange.traceparent })
          outcome = hasResponse(result) ? 'response' : result.reason
          return result
        } finally {
          exchange.end({ attributes: { 'bridge.exchange.outcome': outcome }, isError: outcome !== 'response' })
          exchanges -= 1
          from = performance.now()
        }
      }),
    end: ({ traceId, reached: { grant, request } }, { status, code }) => {
      if (phase < phases.length) endPhase()
      const entity = request && 'table' in request ? ` ${request.table.name}` : ''
      span.end({
        name: `${method} /v3${request ? ` ${request.kind}${entity}` : ''}`,
        attributes: {
          'http.response.status_code': status,
          'bridge.request_id': traceId,
          'bridge.realm_id': grant?.realmId,
          'bridge.fault_code': code,
        },
        isError: status >= 500,
      })
    },
  }
}
