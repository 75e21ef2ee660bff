/** Converts qbXML text to a frame's payload, and back. */
export interface PayloadCodec {
  pack(text: string): Promise<Uint8Array> | Uint8Array
  /**
   * @param maxBytes the longest text to accept, in bytes; by default 64 MiB
   * @throws {UnreadablePayloadError} for bytes other than UTF-8 text or its gzip
   * @throws {PayloadTooLargeError} for a longer text, inflated up to `maxBytes` only
   */
  unpack(payload: Uint8Array, maxBytes?: number): Promise<string> | string
}

/** A payload that cannot be converted to text. */
export class UnreadablePayloadError extends Error {
  override readonly name: string = 'UnreadablePayloadError'
}

/** A payload whose text is longer than its reader accepts. */
export class PayloadTooLargeError extends UnreadablePayloadError {
  override readonly name = 'PayloadTooLargeError'

  constructor(maxBytes: number) {
    super(`The payload has more than ${maxBytes} bytes.`)
  }
}

const maxPlainBytes = 4096
const maxTextBytes = 64 * 1024 * 1024
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

interface Compression {
  readonly gzip: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Must reject output above `maxBytes` with the error code `ERR_BUFFER_TOO_LARGE`. */
  readonly gunzip: (bytes: Uint8Array, maxBytes: number) => Promise<Uint8Array>
}

/**
 * Creates the codec in PROTOCOL.md, section 3: UTF-8 text, gzipped above 4 KiB. A gzip payload begins with the bytes 1F
 * 8B, which XML text never does, so a frame needs no flag for it.
 */
export function createPayloadCodec({ gzip, gunzip }: Compression): PayloadCodec {
  return {
    pack: (text) => {
      const bytes = encoder.encode(text)
      return bytes.length <= maxPlainBytes ? bytes : gzip(bytes)
    },
    unpack: (payload, maxBytes = maxTextBytes) => {
      if (!isGzip(payload)) {
        if (payload.length > maxBytes) throw new PayloadTooLargeError(maxBytes)
        return decode(payload)
      }
      return gunzip(payload, maxBytes).then(decode, (cause: unknown) => {
        if (isTooLarge(cause)) throw new PayloadTooLargeError(maxBytes)
        throw new UnreadablePayloadError('The payload does not inflate.', { cause })
      })
    },
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
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
