import { z } from 'zod'

/** The trace a call belongs to, as W3C Trace Context. Anything else counts as absent. */
export const traceparentSchema = z
  .string()
  .regex(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/)
  .optional()
  .catch(undefined)

/** A span's IDs, as OpenTelemetry names them in logs. */
export interface TraceIds {
  readonly trace_id: string
  readonly span_id: string
}

/** Returns the IDs in a valid `traceparent`. */
export function toTraceIds(traceparent: string): TraceIds {
  const [, trace_id = '', span_id = ''] = traceparent.split('-')
  return { trace_id, span_id }
}
