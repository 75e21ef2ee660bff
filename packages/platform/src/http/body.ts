import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw } from 'node:zlib'

/** An unreadable request body. The message is for the caller. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError'
}

type Decoder = (sent: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const inflaters = { zlib: promisify(inflate), raw: promisify(inflateRaw) }
const decoders = new Map<string, Decoder | undefined>([
  ['', undefined],
  ['identity', undefined],
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  // Some clients leave out the zlib header that HTTP requires (RFC 9110, section 8.4.1.2).
  ['deflate', (sent, options) => inflaters[hasZlibHeader(sent) ? 'zlib' : 'raw'](sent, options)],
])

/** Returns whether data begins as RFC 1950 requires. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0
}

/** The types for a query posted as text. Some HTTP clients write such text in Latin-1. */
const plainText = /^\s*(?:application\/text|text\/plain)\b/i

/**
 * Reads a request body as text. Never buffers more than `maxBytes`, neither compressed nor inflated. Plain text other
 * than UTF-8 is Latin-1, sent by Python's HTTP clients.
 *
 * @throws UnreadableBodyError for a body that is too large, not UTF-8, or in an unsupported encoding
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const encoding = (request.headers.get('content-encoding') ?? '').trim().toLowerCase()
  if (!decoders.has(encoding)) {
    throw new UnreadableBodyError(
      `The body has Content-Encoding "${encoding}". Send it plain, with gzip or with deflate.`,
    )
  }
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const sent = await collect(request.body, maxBytes)
  const decoder = decoders.get(encoding)
  const bytes = decoder ? await expand(decoder, sent, maxBytes) : sent
  return decode(bytes, plainText.test(request.headers.get('content-type') ?? ''))
}

function tooLarge(maxBytes: number): UnreadableBodyError {
  return new UnreadableBodyError(
    `The body is larger than ${maxBytes} bytes (after inflation). Send fewer lines or records in one request.`,
  )
}

async function collect(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw tooLarge(maxBytes)
    }
    chunks.push(part.value)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)
}

function decode(bytes: Uint8Array, isPlainText: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isPlainText) return new TextDecoder('latin1').decode(bytes)
    throw new UnreadableBodyError('The body is not UTF-8. Encode it as UTF-8.')
  }
}

async function expand(decoder: Decoder, sent: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  try {
    return await decoder(sent, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes)
    throw new UnreadableBodyError('The body cannot be inflated as its Content-Encoding says. Send complete data.')
  }
}
