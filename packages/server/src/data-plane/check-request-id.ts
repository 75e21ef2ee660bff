import { Fault } from '@bridge/faults'

const printable = /^[\x21-\x7e]+$/

/** The longest `requestid` of a write, in characters. */
const charactersMax = 50
/** That of a batch, which leaves room for a `:bId`. */
export const batchCharactersMax = 36

/**
 * Checks the `requestid` of a write: 1 to 50 printable ASCII characters without spaces, 36 of a batch (specification, 4.2,
 * "Safe retries").
 *
 * @throws Fault `REQUESTID_INVALID`
 */
export function checkRequestId(requestId: string | undefined, max = charactersMax): string | undefined {
  if (requestId === undefined || (printable.test(requestId) && requestId.length <= max)) return requestId
  throw new Fault('REQUESTID_INVALID', `requestid must be 1 to ${max} printable ASCII characters without spaces.`, {
    element: 'requestid',
  })
}
