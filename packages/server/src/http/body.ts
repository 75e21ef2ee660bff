import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Fault } from '@bridge/faults'

const inflate = promisify(gunzip)
const identityEncodings = new Set(['', 'identity'])
const gzipEncodings = new Set(['gzip', 'x-gzip'])

/**
 * The body of a data-plane request as text. Never holds more than `bytesMax` of it, neither as sent nor inflated.
 *
 * @throws Fault `BAD_REQUEST` for a body that is too large, not UTF-8, or encoded in another way than gzip
 */
export async function readBody(request: Request, bytesMax: number): Promise<string> {
  const encoding = (request.headers.get('content-encoding') ?? '').trim().toLowerCase()
  if (!identityEncodings.has(encoding) && !gzipEncodings.has(encoding)) {
    throw new Fault('BAD_REQUEST', `The body is sent with Content-Encoding "${encoding}". Send it plain or as gzip.`)
  }
  if (Number(request.headers.get('content-length')) > bytesMax) throw tooLarge(bytesMax)
  const sent = await collect(request.body, bytesMax)
  return decode(gzipEncodings.has(encoding) ? await gunzipped(sent, bytesMax) : sent)
}

function tooLarge(bytesMax: number): Fault {
  return new Fault(
    'BAD_REQUEST',
    `The body is larger than ${bytesMax} bytes (counted after inflation). Send fewer lines or records in one request.`,
  )
}

async function collect(body: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes > bytesMax) {
      await reader?.cancel()
      throw tooLarge(bytesMax)
    }
    chunks.push(part.value)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('BAD_REQUEST', 'The body is not UTF-8. Encode it as UTF-8.')
  }
}

async function gunzipped(sent: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  try {
    return await inflate(sent, { maxOutputLength: bytesMax })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(bytesMax)
    throw new Fault('BAD_REQUEST', 'The body is marked as gzip and cannot be inflated. Send complete gzip data.')
  }
}
