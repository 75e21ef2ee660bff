import type { IncomingMessage } from 'node:http'

const maxFormBytes = 4096

/** Reads a form's fields; `undefined` for anything else, and for more than 4 KiB. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(request.headers['content-type'] ?? '')) return undefined
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxFormBytes) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
