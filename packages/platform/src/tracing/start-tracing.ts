import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Span as OpenTelemetrySpan } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { Span, Tracing } from './tracing.ts'

interface TracingOptions {
  /** The service's name in traces, unless `OTEL_SERVICE_NAME` replaces it. */
  readonly serviceName: string
  readonly logger: Logger
}

const maxCloseMs = 2_000

/**
 * Starts OpenTelemetry's SDK with its standard variables. Its packages are loaded here and not imported, so a program
 * without traces does not load them. Contexts are passed as arguments: keeping them in asynchronous local storage would
 * cost every call.
 */
export async function startTracing({ serviceName, logger }: TracingOptions): Promise<Tracing> {
  const [api, { parseTraceParent }, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
    ])
  api.diag.setLogger(toDiagnostics(logger), api.DiagLogLevel.WARN)
  const named = resources.resourceFromAttributes({ 'service.name': serviceName })
  const provider = new BasicTracerProvider({
    resource: named.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer('bridge')
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL }

  const wrap = (span: OpenTelemetrySpan): Span => {
    const { traceId, spanId, traceFlags } = span.spanContext()
    const context: Context = api.trace.setSpan(api.ROOT_CONTEXT, span)
    return {
      ids: { trace_id: traceId, span_id: spanId },
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      startChild: (start) => wrap(startIn(context, start)),
      addChild: ({ until, ...start }) => startIn(context, start).end(until),
      end: ({ name, attributes, isError = false } = {}) => {
        if (name !== undefined) span.updateName(name)
        if (attributes !== undefined) span.setAttributes(attributes)
        if (isError) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end(performance.now())
      },
    }
  }
  const startIn = (context: Context, { name, kind, from, attributes }: Parameters<Span['startChild']>[0]) =>
    tracer.startSpan(name, { kind: kinds[kind], startTime: from, attributes: attributes ?? {} }, context)

  return {
    start: ({ traceparent, ...start }) => {
      const caller = traceparent === undefined ? null : parseTraceParent(traceparent)
      const parent = caller && api.isSpanContextValid(caller) ? { ...caller, isRemote: true } : undefined
      return wrap(startIn(parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT, start))
    },
    close: async () => {
      const ended = provider.shutdown().catch((error: unknown) => {
        logger.warn({ err: error }, 'Some spans could not be exported.')
      })
      await Promise.race([ended, delay(maxCloseMs, undefined, { ref: false })])
    },
  }
}

/** Logs what the SDK reports as warnings, such as spans it could not export. */
function toDiagnostics(logger: Logger) {
  const warn = (message: string, ...details: readonly unknown[]): void => logger.warn({ details }, message)
  const ignore = (): void => undefined
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
}
