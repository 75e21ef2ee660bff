import { type Fault, isoTime, renderFault } from '@bridge/faults'
import type { RateDecision } from '../http/rate-limit.ts'
import type { Outcome } from './operation.ts'

/** An answer of the data plane before it becomes a `Response`. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  /** The fault's code; nothing for a success. */
  readonly code?: string
}

const jsonType = 'application/json;charset=UTF-8'
const warningCharactersMax = 500
const planCharactersMax = 1_000

/** The answer for what an operation gave (specification, sections 2.4 and 4.2, "Warnings"). */
export function successAnswer({ body, warnings, plan }: Outcome, time: Date): HttpAnswer {
  return {
    status: 200,
    headers: {
      ...plainHeaders(),
      ...(warnings.length > 0 && { 'X-SVC-Warning': warningHeader(warnings) }),
      ...(plan !== undefined && { 'X-SVC-Plan': headerText(plan, planCharactersMax) }),
    },
    body: JSON.stringify({ ...body, time: isoTime(time) }),
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

/** The answer for a fault (specification, section 2.3). */
export function faultAnswer(fault: Fault, time: Date, docsUrl: string): HttpAnswer {
  const { status, headers, body } = renderFault(fault, { docsUrl, time })
  return {
    status,
    headers: { ...plainHeaders(), ...headers, ...(status === 401 ? challenge : {}) },
    body: JSON.stringify(body),
    code: fault.code,
  }
}

/** The `RateLimit-*` headers (specification, section 7.2). */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateDecision): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  }
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="Bridge Service", error="invalid_token"' }

/** Several warnings as one header value: printable ASCII, at most 500 characters. */
export function warningHeader(warnings: readonly string[]): string {
  return headerText(warnings.join('; '), warningCharactersMax)
}
