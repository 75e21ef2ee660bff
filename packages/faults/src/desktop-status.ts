import type { FaultCode } from './data-plane.ts'
import { desktopStatus, Fault, type FaultOptions } from './fault.ts'

/** Prefixes messages from QuickBooks Desktop. */
const desktopLabel = 'QuickBooks Desktop: '

/** QuickBooks Desktop status codes with an equivalent QuickBooks Online code. */
const codeByStatus: ReadonlyMap<number, FaultCode> = new Map([
  [3070, '2020'],
  [3100, '6240'],
  [3120, '610'],
  // A list record's parent is a reference, too.
  [3130, '2500'],
  [3140, '2500'],
  [3200, '5010'],
])

/**
 * Converts a QuickBooks Desktop error status to a fault with the equivalent code, or with the status code itself.
 *
 * @param statusCode the response's `statusCode`; anything but an integer becomes `-1`
 * @param message the response's `statusMessage`
 */
export function faultFromStatus(statusCode: number, message: string, options: FaultOptions = {}): Fault {
  const code = codeByStatus.get(statusCode) ?? desktopStatus(Number.isInteger(statusCode) ? statusCode : -1)
  return new Fault(code, `${desktopLabel}${message.trim() || `Status ${statusCode} without a message.`}`, options)
}
