import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import send from 'send'

interface SentFile {
  /** The directory; nothing outside is sent. */
  readonly root: string
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends a file, or the requested range. Returns nothing for a missing file. */
export async function sendFile(
  context: Context<{ Bindings: HttpBindings }>,
  { root, name, headers }: SentFile,
): Promise<Response | undefined> {
  const { incoming, outgoing } = context.env
  // Hono replaces a response to HEAD, which must not have been sent.
  if (incoming.method === 'HEAD') {
    const found = await stat(path.join(root, name)).catch(() => undefined)
    if (!found?.isFile()) return undefined
    return new Response(null, { headers: { ...headers, 'Accept-Ranges': 'bytes', 'Content-Length': `${found.size}` } })
  }
  return new Promise((resolve, reject) => {
    outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT))
    send(incoming, encodeURIComponent(name), { root, dotfiles: 'deny', index: false, cacheControl: false })
      .on('headers', () => {
        for (const [header, value] of Object.entries(headers)) outgoing.setHeader(header, value)
      })
      .on('directory', () => resolve(undefined))
      .on('error', (error: Error & { readonly status?: number }) => {
        if (error.status === 404 || error.status === 403) resolve(undefined)
        // A condition or range in the request which the file does not meet.
        else if (error.status === 412 || error.status === 416) resolve(new Response(null, { status: error.status }))
        else reject(error)
      })
      .pipe(outgoing)
  })
}
