import type { JsonSchema } from '../schemas/json-schema.ts'

interface DocumentedHeader {
  readonly description: string
  readonly schema: JsonSchema
  readonly example: string | number
}

const seconds: JsonSchema = { type: 'integer', minimum: 1 }
const count: JsonSchema = { type: 'integer', minimum: 0 }

/** Response headers by name. */
export const documentedHeaders = {
  'X-Request-Id': {
    description: 'The name of this request in logs: the one that you sent, or a new one.',
    schema: { type: 'string' },
    example: '0b9f1f3e-2f43-4f0c-9a4c-0a6f5d1f7c11',
  },
  intuit_tid: {
    description: 'The same as `X-Request-Id`, under the name that libraries for QuickBooks Online log.',
    schema: { type: 'string' },
    example: '0b9f1f3e-2f43-4f0c-9a4c-0a6f5d1f7c11',
  },
  'RateLimit-Limit': { description: 'Requests per minute.', schema: count, example: 500 },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: count, example: 499 },
  'RateLimit-Reset': { description: 'Seconds until the next minute begins.', schema: seconds, example: 42 },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: seconds, example: 42 },
  'X-SVC-Warning': {
    description: 'What you should know about a request that succeeded, at most 500 characters.',
    schema: { type: 'string', maxLength: 500 },
    example: 'Not kept as sent: Line[0].Received, PreferredDeliveryMethod',
  },
  'X-SVC-Plan': {
    description: 'How the query ran, if you sent `explain=1`.',
    schema: { type: 'string', maxLength: 1000 },
    example: 'CustomerQuery ActiveStatus=All; scanned 10',
  },
  'Idempotent-Replayed': {
    description: 'Present if the response repeats that of an earlier request with the same `Idempotency-Key`.',
    schema: { const: 'true' },
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer realm="Bridge Service", error="invalid_token"',
  },
} as const satisfies Readonly<Record<string, DocumentedHeader>>

type HeaderName = keyof typeof documentedHeaders

/** The headers with a rate decision. */
export const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

/** Returns references to these headers and to the trace ID headers present in every response. */
export function headerRefs(...names: readonly HeaderName[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    ['X-Request-Id', 'intuit_tid', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
