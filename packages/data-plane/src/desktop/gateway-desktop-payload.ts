import { promisify } from 'node:util'
import { createGunzip, gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'
import {
  createPayloadCodec,
  maxResponseBytes,
  PayloadTooLargeError,
  UnreadablePayloadError,
} from '@bridge/agent-protocol'

const offThread = { gzip: promisify(gzip), gunzip: promisify(gunzip) }
// Below this size, moving the work to another thread costs more than the work.
const maxSynchronousBytes = 32 * 1024

/** Packs and unpacks message sets, with the fastest compression. */
export const payloadCodec = createPayloadCodec({
  gzip: async (bytes) =>
    bytes.length <= maxSynchronousBytes ? gzipSync(bytes, { level: 1 }) : offThread.gzip(bytes, { level: 1 }),
  gunzip: async (bytes, maxBytes) =>
    bytes.length <= maxSynchronousBytes
      ? gunzipSync(bytes, { maxOutputLength: maxBytes })
      : offThread.gunzip(bytes, { maxOutputLength: maxBytes }),
})

const chunkBytes = 256 * 1024

/**
 * Unpacks a payload with a possibly long text part by part, inflating at most `maxBytes`.
 *
 * @throws PayloadTooLargeError
 * @throws UnreadablePayloadError
 */
export async function unpackLong(payload: Uint8Array, maxBytes: number): Promise<string> {
  if (payload[0] !== 0x1f) return payloadCodec.unpack(payload, maxBytes)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const inflated = createGunzip({ chunkSize: chunkBytes })
  inflated.end(payload)
  const parts: string[] = []
  let bytes = 0
  try {
    for await (const chunk of inflated) {
      bytes += (chunk as Uint8Array).length
      if (bytes > maxBytes) throw new PayloadTooLargeError(maxBytes)
      parts.push(decoder.decode(chunk as Uint8Array, { stream: true }))
    }
    parts.push(decoder.decode())
  } catch (cause) {
    if (cause instanceof PayloadTooLargeError) throw cause
    throw new UnreadablePayloadError('The payload does not inflate to UTF-8 text.', { cause })
  }
  return parts.join('')
}

/**
 * Returns the beginning of a payload's text, about `maxBytes` bytes, and the text's size in bytes, counted up to
 * `maxCount`, by default the largest page's. What does not inflate ends the text.
 */
export async function unpackHead(
  payload: Uint8Array,
  maxBytes: number,
  maxCount = maxResponseBytes.read,
): Promise<{ text: string; bytes: number }> {
  const decoder = new TextDecoder()
  if (payload[0] !== 0x1f) return { text: decoder.decode(payload.subarray(0, maxBytes)), bytes: payload.length }
  const inflated = createGunzip({ chunkSize: Math.min(chunkBytes, maxCount) })
  inflated.end(payload)
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of inflated) {
      if (bytes < maxBytes) text += decoder.decode(chunk as Uint8Array, { stream: true })
      bytes += (chunk as Uint8Array).length
      if (bytes >= maxCount) break
    }
  } catch {
    return { text, bytes }
  }
  return { text, bytes }
}
