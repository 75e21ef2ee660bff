import type { FaultCode } from './data-plane.ts'
import { desktopStatus, Fault, type FaultOptions } from './fault.ts'

/** Stands before every text that QuickBooks Desktop itself wrote (specification, section 2.3). */
const desktopLabel = 'QuickBooks Desktop: '

/** QuickBooks status codes that have a code of their own here (specification, section 7.3). */
const codeByStatus: ReadonlyMap<number, FaultCode> = new Map([
  [3070, '2020'],
  [3100, '6240'],
  [3120, '610'],
  // An unknown parent is an unknown reference, only in QuickBooks' other words.
  [3130, '2500'],
  [3140, '2500'],
  [3200, '5010'],
])

/**
 * The fault for an error status of QuickBooks Desktop: its mapped code, or the status code itself.
 *
 * @param statusCode as the answer has it; anything but a whole number becomes `-1`
 * @param message the `statusMessage` of the answer, unlabelled
 */
export function faultOfStatus(statusCode: number, message: string, options: FaultOptions = {}): Fault {
  const code = codeByStatus.get(statusCode) ?? desktopStatus(Number.isInteger(statusCode) ? statusCode : -1)
  return new Fault(code, `${desktopLabel}${message.trim() || `status ${statusCode}, without a message`}`, options)
}
