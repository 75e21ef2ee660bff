import { Fault, isoTime, renderFault } from '@bridge/faults'
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
  /** The failed items of a success. */
  readonly itemFailures?: readonly ItemFailure[]
}

const jsonType = 'application/json;charset=UTF-8'
const warningCharactersMax = 500
const planCharactersMax = 1_000

/** Renders the response to a request. The same result always renders to the same bytes. */
export function toResponse({ outcome, time }: Result, docsUrl: string): HttpResponse {
  return outcome instanceof Fault ? faultResponse(outcome, time, docsUrl) : successResponse(outcome, time)
}

/** Renders the response of an operation that succeeded. */
export function successResponse(
  { body, warnings, plan, itemFailures = [], hasOwnTime = false }: Outcome,
  time: Date,
): HttpResponse {
  return {
    status: 200,
    headers: {
      ...plainHeaders(),
      ...(warnings.length > 0 && { 'X-SVC-Warning': warningHeader(warnings) }),
      ...(plan !== undefined && { 'X-SVC-Plan': headerText(plan, planCharactersMax) }),
    },
    body: JSON.stringify(hasOwnTime ? body : { ...body, time: isoTime(time) }),
    ...(itemFailures.length > 0 && { itemFailures }),
  }
}

function plainHeaders(): Record<string, string> {
  return { 'Content-Type': jsonType, 'Cache-Control': 'no-store' }
}

function headerText(text: string, charactersMax: number): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .slice(0, charactersMax)
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

/** Renders warnings as one header value: at most 500 characters of printable ASCII. */
export function warningHeader(warnings: readonly string[]): string {
  return headerText(warnings.join('; '), warningCharactersMax)
}
