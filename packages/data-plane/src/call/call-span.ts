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

/** The spans of a call: one for each phase, and one for each exchange with the company file. */
export interface CallSpan extends Pick<Span, 'ids'> {
  /** Notes that a step has ended. */
  onStep(name: string): void
  /** Decorates a desktop so that each exchange is a span, which the gateway and the agent continue. */
  over(desktop: Desktop): Desktop
  end(call: EndedCall, response: HttpResponse): void
}

/** The phases of a call, each with the step that ends it. */
const phases = [
  // Authentication, limits, and the wait for a slot among the calls of the realm.
  { name: 'admission', lastStep: 'slot' },
  { name: 'parsing', lastStep: 'company' },
  // Everything between exchanges: qbXML, and the outcomes of writes with a `requestid`.
  { name: 'translation', lastStep: 'result' },
  { name: 'rendering', lastStep: 'response' },
] as const

/** Starts the span of a call, whose parent is named by its `traceparent`. */
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
