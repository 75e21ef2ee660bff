import { type Fault, type FaultOptions, faultFromStatus } from '@bridge/faults'
import { isTransientStatus, type QbxmlResponse } from '@bridge/qbxml'

/** The suggested pause after a lock, which another user usually holds for seconds. */
const lockSeconds = 5

/** Returns the fault for a response's error status; for a momentary lock with a pause before the next attempt. */
export function statusFault(
  { statusCode, statusMessage }: Pick<QbxmlResponse, 'statusCode' | 'statusMessage'>,
  options: FaultOptions = {},
): Fault {
  return faultFromStatus(statusCode, statusMessage, {
    ...options,
    ...(isTransientStatus(statusCode, statusMessage) && { retryAfterSeconds: lockSeconds }),
  })
}
