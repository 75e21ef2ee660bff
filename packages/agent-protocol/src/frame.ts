/** A parsed binary frame: its header as JSON and its payload, a view of the frame's bytes. */
export interface Frame {
  readonly header: unknown
  readonly payload: Uint8Array
}

const prefixBytes = 4
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Encodes a frame: header length (4 bytes, big-endian), header (JSON), payload. */
export function encodeFrame(header: object, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const headerBytes = encoder.encode(JSON.stringify(header))
  const frame = new Uint8Array(prefixBytes + headerBytes.length + payload.length)
  new DataView(frame.buffer).setUint32(0, headerBytes.length)
  frame.set(headerBytes, prefixBytes)
  frame.set(payload, prefixBytes + headerBytes.length)
  return frame
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
