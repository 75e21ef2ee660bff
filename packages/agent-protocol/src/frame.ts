/** A binary frame taken apart: its header as parsed JSON and its payload, a view of the frame's bytes. */
export interface Frame {
  readonly header: unknown
  readonly payload: Uint8Array
}

const prefixBytes = 4
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** A header and a payload as one frame: header length (4 bytes, big-endian), header (JSON), payload. */
export const encodeFrame = (header: object, payload: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = encoder.encode(JSON.stringify(header))
  const frame = new Uint8Array(prefixBytes + head.length + payload.length)
  new DataView(frame.buffer).setUint32(0, head.length)
  frame.set(head, prefixBytes)
  frame.set(payload, prefixBytes + head.length)
  return frame
}

/** Takes a frame apart without copying its payload; nothing where the bytes are no frame within the limit. */
export const decodeFrame = (bytes: Uint8Array, headerBytesMax: number): Frame | undefined => {
  if (bytes.length < prefixBytes) return undefined
  const headerBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  if (headerBytes > headerBytesMax || headerBytes > bytes.length - prefixBytes) return undefined
  const end = prefixBytes + headerBytes
  try {
    const header: unknown = JSON.parse(decoder.decode(bytes.subarray(prefixBytes, end)))
    return { header, payload: bytes.subarray(end) }
  } catch {
    return undefined
  }
}
