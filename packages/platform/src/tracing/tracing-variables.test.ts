import { defineEnvironment, readEnvironment } from '@bridge/environment'
import { expect, it } from 'vitest'
import { asksForTraces, tracingVariables } from './tracing-variables.ts'

const environment = defineEnvironment({ program: 'example', variables: tracingVariables })
const endpoint = 'http://collector:4318'

it.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces` }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
])('%j: traces are %s', (variables, asks) => {
  expect(asksForTraces(readEnvironment(environment, variables))).toBe(asks)
})

it('rejects a protocol that is not supported', () => {
  expect(() => readEnvironment(environment, { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('must be http/protobuf')
})
