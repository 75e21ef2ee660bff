/** Turns qbXML text into the bytes that travel and back. */
export interface PayloadCodec {
  pack(text: string): Promise<Uint8Array> | Uint8Array
  /** @throws {UnreadablePayloadError} where the bytes are neither UTF-8 text nor gzip of it, or inflate too far. */
  unpack(payload: Uint8Array): Promise<string> | string
}

/** A payload that cannot be turned into text. */
export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError'
}

const plainBytesMax = 4096
const textBytesMax = 256 * 1024 * 1024
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

interface Compression {
  readonly gzip: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Must refuse output of more than `bytesMax`. */
  readonly gunzip: (bytes: Uint8Array, bytesMax: number) => Promise<Uint8Array>
}

/**
 * Payloads as PROTOCOL.md, section 3 has them: UTF-8 text, gzipped above 4 KiB. A gzip payload
 * begins with the bytes 1F 8B, which no XML text does, so nothing else has to say which it is.
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
        throw new UnreadablePayloadError('the payload does not inflate within the limit', { cause })
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
    throw new UnreadablePayloadError('the payload is not UTF-8 text', { cause })
  }
}
