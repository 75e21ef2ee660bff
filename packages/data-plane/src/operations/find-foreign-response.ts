import {
  childText,
  type Element,
  type MessageSet,
  type MessageSetResponse,
  type QbxmlRequest,
  type QbxmlResponse,
  type StreamedMessageSetResponse,
  type StreamedResponse,
} from '@bridge/qbxml'

/**
 * Returns how a response contradicts its message set: it has another set's ID, more responses than requests, a response
 * with another request's name or `requestID`, or none to a write. Undefined if it belongs to the set. A set without
 * requests looks up the responses to an earlier one, and a response without any states why nothing was run.
 */
export function findForeignResponse(
  set: MessageSet,
  { newMessageSetId, responses }: StreamedMessageSetResponse,
): string | undefined {
  const { requests } = set
  if (requests.length === 0) return undefined
  if (isOther(newMessageSetId, set.newMessageSetId))
    return `the response is to message set ${newMessageSetId}, not ${set.newMessageSetId}`
  for (const [index, { name, requestId }] of responses.entries()) {
    const request = requests[index]
    const expected = request?.name.replace(/Rq$/, 'Rs')
    if (request === undefined || expected !== name)
      return `${name} is not a response to ${request?.name ?? 'a request'}`
    const sentId = request.attributes?.requestID ?? String(index + 1)
    if (requestId !== undefined && requestId !== sentId)
      return `${name} responds to request ${requestId}, not ${sentId}`
  }
  const unanswered = requests.slice(responses.length).find(isWrite)
  const isExpected = unanswered !== undefined && responses.length > 0 && !hasStopped(set, responses)
  return isExpected ? `there is no response to ${unanswered.name}` : undefined
}

/** Returns whether an earlier request's error kept QuickBooks from running the others. */
function hasStopped({ onError }: MessageSet, responses: readonly StreamedResponse[]): boolean {
  return onError === 'stopOnError' && responses.some(({ statusSeverity }) => statusSeverity === 'Error')
}

/** Returns how a response to a message set with a write names another record than its request. */
export function findForeignRecord({ requests }: MessageSet, { responses }: MessageSetResponse): string | undefined {
  if (!requests.some(isWrite)) return undefined
  for (const [index, response] of responses.entries()) {
    const request = requests[index]
    const sentId = request && findSentId(request)
    if (sentId === undefined || isError(response)) continue
    const found = getIds(response.elements)
    if (found.some((id) => isOther(id, sentId))) return `${response.name} names ${found.join(' and ')}, not ${sentId}`
  }
  return undefined
}

/**
 * Returns whether each response to an Add or a Mod has its record, or names it, as QuickBooks' own record of message sets
 * does.
 */
export function hasRecords({ requests }: MessageSet, { responses }: MessageSetResponse): boolean {
  return responses.every((response, index) => {
    const request = requests[index]
    return request === undefined || !returnsRecord(request) || isError(response) || hasRecord(response)
  })
}

function hasRecord({ name, elements }: QbxmlResponse): boolean {
  const record = name.replace(/(Add|Mod)Rs$/, 'Ret')
  return elements.some((element) => [record, 'ErrorRecovery'].includes(element.name) && getId(element) !== undefined)
}

function isError({ statusSeverity }: QbxmlResponse): boolean {
  return statusSeverity === 'Error'
}

function isWrite({ name }: QbxmlRequest): boolean {
  return !name.endsWith('QueryRq')
}

/** A custom field's value has no ID, and is read afterwards. */
function returnsRecord({ name }: QbxmlRequest): boolean {
  return /(Add|Mod)Rq$/.test(name) && !name.startsWith('DataExt')
}

function isOther(found: string | undefined, expected: string | undefined): boolean {
  return found !== undefined && expected !== undefined && found.toLowerCase() !== expected.toLowerCase()
}

/** Finds the ID of the only record a request is about. A Mod wraps its content; other requests do not. */
function findSentId(request: QbxmlRequest): string | undefined {
  const { children } = request.children.find(({ name }) => `${name}Rq` === request.name) ?? request
  const [id, second] = children.filter(({ name }) => isIdName(name))
  return second === undefined ? id?.text : undefined
}

/** Returns the written records' IDs: of the records themselves, or a deletion's or void's bare one. */
function getIds(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((element) => (isIdName(element.name) ? [element.text] : (getId(element) ?? [])))
}

function isIdName(name: string): boolean {
  return name === 'TxnID' || name === 'ListID'
}

function getId(element: Element): string | undefined {
  return childText(element, 'TxnID') ?? childText(element, 'ListID')
}
