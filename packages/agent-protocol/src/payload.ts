/** Converts qbXML text to the payload of a frame, and back. */
export interface PayloadCodec {
  pack(text: string): Promise<Uint8Array> | Uint8Array
  /** @throws {UnreadablePayloadError} for bytes that are neither UTF-8 text nor gzip of it, or inflate to too many */
  unpack(payload: Uint8Array): Promise<string> | string
}

/** A payload that cannot be converted to text. */
export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError'
}

const plainBytesMax = 4096
const textBytesMax = 256 * 1024 * 1024
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

interface Compression {
  readonly gzip: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Must reject output of more than `bytesMax`. */
  readonly gunzip: (bytes: Uint8Array, bytesMax: number) => Promise<Uint8Array>
}

/**
 * Creates the codec of PROTOCOL.md, section 3: UTF-8 text, gzipped above 4 KiB. A gzip payload begins with the bytes
 * 1F 8B, which XML text never does, so a frame needs no flag for it.
 */
export function createPayloadCodec({ gzip, gunzip }: Compression): PayloadCodec {
  return {
    pack: (text) => {
      const bytes = encoder.encode(text)
      return bytes.length <= plainBytesMax ? bytes : gzip(bytes)
    },
    unpack: (payload) => {
      if (!isGzip(payload)) return decode(payload)
      return gunzip(payload, textBytesMax).then(decode, (cause: unknown) => {
        throw new UnreadablePayloadError('The payload does not inflate within the limit.', { cause })
      })
    },
  }
}

function isGzip(payload: Uint8Array): boolean {
  return payload[0] === 0x1f && payload[1] === 0x8b
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new UnreadablePayloadError('The payload is not UTF-8 text.', { cause })
  }
}
