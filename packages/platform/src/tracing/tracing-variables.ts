import type { EnvironmentValues, Variable } from '@bridge/environment'
import { z } from 'zod'

const endpointSchema = z.url({ protocol: /^https?$/ }).optional()
const protocolSchema = z
  .literal('http/protobuf', { error: 'must be http/protobuf, the only protocol that is supported' })
  .optional()

/** The standard OpenTelemetry variables that decide whether there are traces. Its SDK reads the others itself. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: endpointSchema,
    description:
      'Where traces are sent, by OTLP over HTTP; without it, there are none. `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`, `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_BSP_*` have their standard meaning.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: endpointSchema,
    description: 'The same, as the whole address: `/v1/traces` is not added.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: { schema: protocolSchema, description: 'Only `http/protobuf`, its default.' },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { schema: protocolSchema, description: 'The same.' },
  OTEL_TRACES_EXPORTER: {
    schema: z.enum(['otlp', 'none']).optional(),
    description: '`none` turns traces off; `otlp` turns them on without an endpoint, to `http://localhost:4318`.',
  },
  OTEL_SDK_DISABLED: { schema: z.enum(['true', 'false']).optional(), description: '`true` turns traces off.' },
} as const satisfies Readonly<Record<string, Variable>>

type TracingValues = EnvironmentValues<{ readonly program: string; readonly variables: typeof tracingVariables }>

/** Whether the variables ask for traces. */
export function asksForTraces({
  OTEL_SDK_DISABLED: disabled,
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
}: TracingValues): boolean {
  if (disabled === 'true' || exporter === 'none') return false
  return exporter === 'otlp' || endpoint !== undefined || tracesEndpoint !== undefined
}
