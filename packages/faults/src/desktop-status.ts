import type { FaultCode } from './data-plane.ts'
import { desktopStatus, Fault, type FaultOptions } from './fault.ts'

/** Prefix of messages that come from QuickBooks Desktop. */
const desktopLabel = 'QuickBooks Desktop: '

/** QuickBooks Desktop status codes with an equivalent code of QuickBooks Online. */
const codeByStatus: ReadonlyMap<number, FaultCode> = new Map([
  [3070, '2020'],
  [3100, '6240'],
  [3120, '610'],
  // The parent of a list record is a reference, too.
  [3130, '2500'],
  [3140, '2500'],
  [3200, '5010'],
])

/**
 * Converts an error status of QuickBooks Desktop to a fault with the equivalent code, or with the status code itself.
 *
 * @param statusCode the `statusCode` of the response; anything but an integer becomes `-1`
 * @param message the `statusMessage` of the response
 */
export function faultFromStatus(statusCode: number, message: string, options: FaultOptions = {}): Fault {
  const code = codeByStatus.get(statusCode) ?? desktopStatus(Number.isInteger(statusCode) ? statusCode : -1)
  return new Fault(code, `${desktopLabel}${message.trim() || `Status ${statusCode} without a message.`}`, options)
}
