/** A parsed binary frame: its header as JSON and its payload, a view of the frame's bytes. */
export interface Frame {
  readonly header: unknown
  readonly payload: Uint8Array
}

const prefixBytes = 4
/** Short frames share a block: creating a buffer for each takes longer than writing it. */
const blockBytes = 64 * 1024
const maxShortBytes = 8 * 1024
let block = new Uint8Array(blockBytes)
let blockUsed = 0
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Prints a frame: header length (4 bytes, big-endian), header (JSON), payload. */
export function encodeFrame(header: object, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(header)
  // UTF-8 needs at most three bytes per code unit; encoding in place saves a header copy.
  const frame = findRoom(prefixBytes + text.length * 3 + payload.length)
  const { written } = encoder.encodeInto(text, frame.subarray(prefixBytes))
  new DataView(frame.buffer, frame.byteOffset).setUint32(0, written)
  frame.set(payload, prefixBytes + written)
  const used = frame.subarray(0, prefixBytes + written + payload.length)
  if (used.buffer === block.buffer) blockUsed += used.length
  return used
}

/** Returns room for a frame. A frame's room is not used again. */
function findRoom(maxBytes: number): Uint8Array<ArrayBuffer> {
  if (maxBytes > maxShortBytes) return new Uint8Array(maxBytes)
  if (maxBytes > blockBytes - blockUsed) {
    block = new Uint8Array(blockBytes)
    blockUsed = 0
  }
  return block.subarray(blockUsed, blockUsed + maxBytes)
}

/** Parses a frame without copying its payload; `undefined` unless the bytes are a frame within the limit. */
export function decodeFrame(bytes: Uint8Array, maxHeaderBytes: number): Frame | undefined {
  if (bytes.length < prefixBytes) return undefined
  const headerBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  if (headerBytes > maxHeaderBytes || headerBytes > bytes.length - prefixBytes) return undefined
  const end = prefixBytes + headerBytes
  try {
    const header: unknown = JSON.parse(decoder.decode(bytes.subarray(prefixBytes, end)))
    return { header, payload: bytes.subarray(end) }
  } catch {
    return undefined
  }
}
