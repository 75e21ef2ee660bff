import { Fault, isoTime, renderFault } from '@bridge/faults'
import { listWarnings, printWarningHeader, toAscii } from './list-warnings.ts'
import type { ItemFailure, Outcome, Result } from './operations/operation.ts'

/** A response before it is converted to a `Response`. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  /** The fault's code; absent on success. */
  readonly code?: string
  /** The path of the field that the fault names. */
  readonly field?: string
  /** All warnings of a success and of the items of a batch. */
  readonly warnings?: readonly string[]
  /** The failed items of a success. */
  readonly itemFailures?: readonly ItemFailure[]
}

const jsonType = 'application/json;charset=UTF-8'
const planCharactersMax = 1_000

/** Renders the response to a request. The same result always renders to the same bytes. */
export function toResponse({ outcome, time }: Result, docsUrl: string): HttpResponse {
  return outcome instanceof Fault ? faultResponse(outcome, time, docsUrl) : successResponse(outcome, time)
}

/** Renders the response of an operation that succeeded. */
export function successResponse(outcome: Outcome, time: Date): HttpResponse {
  const { body, plan, itemFailures = [], itemWarnings = [], printedBody } = outcome
  const warnings = [...listWarnings(outcome), ...itemWarnings]
  const header = printWarningHeader(outcome)
  return {
    status: 200,
    headers: {
      ...plainHeaders(),
      ...(header !== '' && { 'X-SVC-Warning': header }),
      ...(plan !== undefined && { 'X-SVC-Plan': toAscii(plan).slice(0, planCharactersMax) }),
    },
    body: printedBody ?? JSON.stringify({ ...body, time: isoTime(time) }),
    ...(warnings.length > 0 && { warnings }),
    ...(itemFailures.length > 0 && { itemFailures }),
  }
}

function plainHeaders(): Record<string, string> {
  return { 'Content-Type': jsonType, 'Cache-Control': 'no-store' }
}

/** Renders the response for a fault. */
export function faultResponse(fault: Fault, time: Date, docsUrl: string): HttpResponse {
  const { status, headers, body } = renderFault(fault, { docsUrl, time })
  return {
    status,
    headers: { ...plainHeaders(), ...headers, ...(status === 401 ? challenge : {}) },
    body: JSON.stringify(body),
    code: fault.code,
    ...(fault.element !== undefined && { field: fault.element }),
  }
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="Bridge Service", error="invalid_token"' }
