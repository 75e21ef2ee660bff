import { Fault } from '@bridge/faults'

const printable = /^[\x21-\x7e]+$/

/** A write's longest `requestid`, in characters. */
const maxCharacters = 50
/** A batch's longest `requestid`, in characters. It leaves room for `:bId`. */
export const maxBatchCharacters = 36

/**
 * Checks a `requestid`: 1 to `max` printable ASCII characters without spaces [dp-4.2-retries.2].
 *
 * @throws Fault `REQUESTID_INVALID`
 */
export function checkRequestId(requestId: string | undefined, max = maxCharacters): string | undefined {
  if (requestId === undefined || (printable.test(requestId) && requestId.length <= max)) return requestId
  throw new Fault('REQUESTID_INVALID', `requestid must be 1 to ${max} printable ASCII characters without spaces.`, {
    element: 'requestid',
  })
}
