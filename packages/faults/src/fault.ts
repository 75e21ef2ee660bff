import type { FaultCode } from './data-plane.ts'

/** Optional parts of a {@link Fault}. */
export interface FaultOptions {
  /** The field that triggered the fault, as the client spells it (`Line[2].Amount`). */
  readonly element?: string
  /** Only where the catalogue allows several statuses for the code. */
  readonly status?: number
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterSeconds?: number
  /** What the log should see; never part of the answer. */
  readonly cause?: unknown
}

/**
 * A refusal that the caller of the data plane sees: a code of the catalogue, or a
 * QuickBooks status code without a mapping, which passes through as its digits
 * (specification, section 7.3).
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode | DesktopStatus
  readonly detail: string
  readonly element: string | undefined
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: FaultCode | DesktopStatus, detail: string, options: FaultOptions = {}) {
    super(`${code}: ${detail}`, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.detail = detail
    this.element = options.element
    this.status = options.status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A QuickBooks status code that passes through unmapped. Made by {@link desktopStatus} alone. */
export type DesktopStatus = string & { readonly __desktopStatus: unique symbol }

/** Marks a QuickBooks status code as a fault code that passes through. */
export function desktopStatus(statusCode: number): DesktopStatus {
  return String(statusCode) as DesktopStatus
}
