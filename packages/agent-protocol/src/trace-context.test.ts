import { expect, it } from 'vitest'
import { encodeFrame } from './frame.ts'
import { defaultProtocolLimits } from './limits.ts'
import { parseGatewayMessage } from './parse-message.ts'
import { toTraceIds, traceparentSchema } from './trace-context.ts'

const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`

it("returns a span's IDs", () => {
  expect(traceparentSchema.parse(traceparent)).toBe(traceparent)
  expect(toTraceIds(traceparent)).toEqual({ trace_id: 'a1'.repeat(16), span_id: 'b2'.repeat(8) })
})

it.each([
  ['of another version', traceparent.replace('00-', '01-')],
  ['without a trace', traceparent.replace('a1'.repeat(16), '0'.repeat(32))],
  ['without a span', traceparent.replace('b2'.repeat(8), '0'.repeat(16))],
  ['with more text', `${traceparent}-x`],
  ['that is no text', 1],
])('ignores a context %s, and not the request that has it', (_what, invalid) => {
  const request = { type: 'request', id: '2b1f1c1e-6f0f-4a51-8a5c-2f1b1a9d0c11', kind: 'read', budgetMs: 1 }
  const frame = encodeFrame({ ...request, traceparent: invalid }, new Uint8Array())
  const { message } = parseGatewayMessage(frame, defaultProtocolLimits)
  expect(message).toMatchObject(request)
  expect(message).toHaveProperty('traceparent', undefined)
})
