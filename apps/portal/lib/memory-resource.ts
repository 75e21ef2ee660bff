import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A response in memory, with its compressed forms. */
export interface MemoryResource {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly bodies: Bodies
}

export type Bodies = Readonly<Record<Encoding, Buffer>>

type Encoding = 'br' | 'gzip' | 'identity'

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Returns a body and its compressed forms. */
export function compress(identity: Buffer): Bodies {
  return { identity, br: brotliCompressSync(identity, quality), gzip: gzipSync(identity) }
}

/** Returns the tag of a body under a policy. */
export function createEtag(body: Buffer, policy: string): string {
  return `"${createHash('sha256').update(body).update(policy).digest('base64url').slice(0, 27)}"`
}

/** Sends a resource in an encoding that the client accepts, unless the client has it. */
export function sendResource(
  { status, headers, etag, bodies }: MemoryResource,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  // The same page in another encoding is another representation.
  const tag = encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
  if (request.headers['if-none-match']?.split(',').some((each) => each.trim() === tag)) {
    response.writeHead(304, { ...headers, ETag: tag }).end()
    return
  }
  const body = bodies[encoding]
  response.writeHead(status, {
    ...headers,
    ETag: tag,
    'Content-Length': body.length,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const noQuality = /^q=0(?:\.0*)?$/

function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, quality = '']) => !noQuality.test(quality))
    .map(([name]) => name)
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}
