import type { MessageSet, StreamedMessageSetResponse } from '@bridge/qbxml'

/**
 * Returns how a response contradicts its message set: more responses than requests, or one with another request's name
 * or `requestID`. Undefined if it belongs to the set. A set without
 * requests looks up the responses to an earlier one.
 */
export function findForeignResponse(
  { requests }: Pick<MessageSet, 'requests'>,
  { responses }: Pick<StreamedMessageSetResponse, 'responses'>,
): string | undefined {
  if (requests.length === 0) return undefined
  for (const [index, { name, requestId }] of responses.entries()) {
    const request = requests[index]
    const expected = request?.name.replace(/Rq$/, 'Rs')
    if (request === undefined || expected !== name)
      return `${name} is not a response to ${request?.name ?? 'a request'}`
    const sentId = request.attributes?.requestID ?? String(index + 1)
    if (requestId !== undefined && requestId !== sentId)
      return `${name} responds to request ${requestId}, not ${sentId}`
  }
  return undefined
}
