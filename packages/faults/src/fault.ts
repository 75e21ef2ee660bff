import type { FaultCode } from './data-plane.ts'

/** Options for a {@link Fault}. */
export interface FaultOptions {
  /** The invalid field's path in the client's record, for example `Line[2].Amount`. */
  readonly element?: string
  /** One of the code's `alsoStatus` values. */
  readonly status?: number
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterSeconds?: number
  /** The cause, for the log only. The response never contains it. */
  readonly cause?: unknown
}

/**
 * A data-plane error returned to the caller. Its code comes from the catalogue, or is a QuickBooks Desktop status code
 * without an equivalent.
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

/** A QuickBooks Desktop status code, returned unmapped. Created only by {@link desktopStatus}. */
export type DesktopStatus = string & { readonly __desktopStatus: unique symbol }

/** Converts a QuickBooks Desktop status code to a fault code. */
export function desktopStatus(statusCode: number): DesktopStatus {
  return String(statusCode) as DesktopStatus
}
