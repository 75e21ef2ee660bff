import { Fault } from '@bridge/faults'

const writeRequestId = /^[\x21-\x7e]{1,50}$/

/**
 * Checks the `requestid` of a write: 1 to 50 printable ASCII characters without spaces (specification, 4.2, "Safe
 * retries").
 *
 * @throws Fault `REQUESTID_INVALID`
 */
export const checkRequestId = (requestId: string | undefined): string | undefined => {
  if (requestId === undefined || writeRequestId.test(requestId)) return requestId
  throw new Fault('REQUESTID_INVALID', 'requestid must be 1 to 50 printable ASCII characters without spaces.', {
    element: 'requestid',
  })
}
