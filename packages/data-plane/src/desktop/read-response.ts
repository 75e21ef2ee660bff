import { type Lost, PayloadTooLargeError, type Responded, UnreadablePayloadError } from '@bridge/agent-protocol'
import { runInSlices } from '@bridge/platform/run-in-slices'
import {
  QbxmlLimitError,
  QbxmlSyntaxError,
  type ReadLimits,
  type StreamedMessageSetResponse,
  streamMessageSetResponse,
} from '@bridge/qbxml'
import type { DesktopResponse } from './desktop.ts'
import { unpackLong } from './gateway-desktop-payload.ts'

/** The longest text to read without waiting for a turn. */
export const maxShortBytes = 256 * 1024

/** A record's element takes 25 bytes or more, a report's about 50, and its attributes 15 each. */
const bytesPerElement = 16
const bytesPerAttribute = 10
/** The most elements and attributes, which bound the reading time. */
const maxElements = 2_000_000
const maxAttributes = 6_000_000

/** Returns whether a response waits for its turn to be read. */
export function isLong(response: DesktopResponse): boolean {
  return typeof response !== 'string' || response.length > maxShortBytes
}

/**
 * Reads a response in slices. A response longer than `maxBytes`, or with more elements or attributes than any record
 * or report this long, is lost as `too-large`, and anything but qbXML as `unreadable`.
 *
 * @param maxBytes the longest text, after inflation
 */
export async function readResponse(
  response: DesktopResponse,
  maxBytes: number,
): Promise<Responded<StreamedMessageSetResponse> | Lost> {
  try {
    const text = typeof response === 'string' ? response : await unpackLong(response, maxBytes)
    const read = await runInSlices(streamMessageSetResponse(text, getLimits(maxBytes)))
    return { sent: true, lost: false, response: read, characters: text.length }
  } catch (error) {
    if (error instanceof QbxmlLimitError || error instanceof PayloadTooLargeError) return failAsLost('too-large', error)
    if (error instanceof QbxmlSyntaxError || error instanceof UnreadablePayloadError)
      return failAsLost('unreadable', error)
    throw error
  }
}

function getLimits(maxBytes: number): ReadLimits {
  return {
    maxCharacters: maxBytes,
    maxElements: Math.min(maxElements, maxBytes / bytesPerElement),
    maxAttributes: Math.min(maxAttributes, maxBytes / bytesPerAttribute),
  }
}

function failAsLost(reason: 'too-large' | 'unreadable', cause: Error): Lost {
  return { sent: true, lost: true, reason, cause }
}
