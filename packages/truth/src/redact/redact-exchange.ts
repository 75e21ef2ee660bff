import {
  parseMessageSet,
  parseMessageSetResponse,
  serializeMessageSet,
  serializeMessageSetResponse,
} from '@bridge/qbxml'
import { createPseudonyms, type Digest } from './pseudonyms.ts'
import { redactElements } from './redact-element.ts'
import { redactStatusText } from './redact-status-text.ts'
import { toShape } from './text-shape.ts'

/** Removes what a report must not contain. */
export interface Redactor {
  /** A message set as the agent sent it. */
  request(text: string): string
  /** A response as QuickBooks sent it. */
  response(text: string): string
  /** A status, or a failed call's text. */
  status(text: string): string
}

/** Keeps everything, for Intuit's sample company. */
export const noRedaction: Redactor = { request: keep, response: keep, status: keep }

function keep(text: string): string {
  return text
}

/** Creates a redactor. What it cannot parse loses everything but its shape. */
export function createRedactor(digest: Digest): Redactor {
  const toPseudonym = createPseudonyms(digest)
  const status = (text: string): string => redactStatusText(text, toPseudonym)
  return {
    status,
    request: (text) =>
      orShape(text, () => {
        const { requests, newMessageSetId, oldMessageSetId, ...set } = parseMessageSet(text)
        return serializeMessageSet({
          ...set,
          ...(newMessageSetId && { newMessageSetId: toPseudonym(newMessageSetId) }),
          ...(oldMessageSetId && { oldMessageSetId: toPseudonym(oldMessageSetId) }),
          requests: requests.map((request) => {
            const [redacted = request] = redactElements('', [{ ...request, children: [] }], toPseudonym)
            return { ...redacted, children: redactElements(request.name, request.children, toPseudonym) }
          }),
        })
      }),
    response: (text) =>
      orShape(text, () => {
        const { responses, newMessageSetId, ...set } = parseMessageSetResponse(text)
        return serializeMessageSetResponse({
          ...set,
          ...(newMessageSetId && { newMessageSetId: toPseudonym(newMessageSetId) }),
          responses: responses.map((response) => ({
            ...response,
            ...(response.requestId && { requestId: toRequestId(response.requestId) }),
            ...(response.iteratorId && { iteratorId: toPseudonym(response.iteratorId) }),
            statusMessage: status(response.statusMessage),
            elements: redactElements(response.name, response.elements, toPseudonym),
          })),
        })
      }),
  }
}

function toRequestId(id: string): string {
  return /^\d{1,10}$/.test(id) ? id : toShape(id)
}

function orShape(text: string, redact: () => string): string {
  try {
    return redact()
  } catch {
    return toShape(text)
  }
}
