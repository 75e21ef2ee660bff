import { type Lost, PayloadTooLargeError, type Responded, UnreadablePayloadError } from '@bridge/agent-protocol'
import {
  type MessageSetResponse,
  QbxmlLimitError,
  QbxmlSyntaxError,
  type ReadLimits,
  readMessageSetResponse,
} from '@bridge/qbxml'
import { runInSlices } from '../runtime/run-in-slices.ts'
import type { DesktopResponse } from './desktop.ts'
import { payloadCodec } from './gateway-desktop-payload.ts'

/** The longest text, in bytes, that a server reads on its event loop for a request that only reads. */
export const shortBytesMax = 256 * 1024

/** An element of a record takes 25 bytes or more, one of a report about 50, and its attributes 15 each. */
const bytesPerElement = 16
const bytesPerAttribute = 10
/** The most elements and attributes, which take about 1 GiB of memory together. */
const maxElements = 2_000_000
const maxAttributes = 6_000_000

/** Returns whether reading a response takes longer than an event loop should be held up. */
export function isLong(response: DesktopResponse): boolean {
  return typeof response !== 'string' || response.length > shortBytesMax
}

/**
 * Reads a response in slices. A response that is longer than `bytesMax`, or that has more elements or attributes than
 * any record or report of that length, is lost as `too-large`, and one that is not qbXML as `unreadable`.
 *
 * @param bytesMax the longest text, after inflation
 */
export async function readResponse(
  response: DesktopResponse,
  bytesMax: number,
): Promise<Responded<MessageSetResponse> | Lost> {
  try {
    const text = typeof response === 'string' ? response : await payloadCodec.unpack(response, bytesMax)
    const read = await runInSlices(readMessageSetResponse(text, getLimits(bytesMax)))
    return { sent: true, lost: false, response: read, characters: text.length }
  } catch (error) {
    if (error instanceof QbxmlLimitError || error instanceof PayloadTooLargeError) return lose('too-large', error)
    if (error instanceof QbxmlSyntaxError || error instanceof UnreadablePayloadError) return lose('unreadable', error)
    throw error
  }
}

function getLimits(bytesMax: number): ReadLimits {
  return {
    maxCharacters: bytesMax,
    maxElements: Math.min(maxElements, bytesMax / bytesPerElement),
    maxAttributes: Math.min(maxAttributes, bytesMax / bytesPerAttribute),
  }
}

function lose(reason: 'too-large' | 'unreadable', cause: Error): Lost {
  return { sent: true, lost: true, reason, cause }
}
