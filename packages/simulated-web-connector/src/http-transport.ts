import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { serviceNamespace } from './calls.ts'
import type { Transport } from './transport.ts'

/** Milliseconds after which .NET sends a body the server has not asked for. */
const continueTimeoutMs = 350
const maxBytes = 64 * 1024 ** 2
const defaultUserAgent = 'Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 2.0.50727.5485)'

/** Creates a transport sending calls over HTTP/1.1 as the Web Connector does. Redirects are not followed. */
export function createHttpTransport(
  url: string,
  { userAgent = defaultUserAgent }: { readonly userAgent?: string } = {},
): Transport & { close(): void } {
  const isSecure = new URL(url).protocol === 'https:'
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const open = isSecure ? requestHttps : requestHttp
  return {
    post: ({ operation, envelope, signal }) =>
      new Promise((resolve, reject) => {
        const body = Buffer.from(envelope, 'utf8')
        const request = open(url, {
          method: 'POST',
          agent,
          signal,
          headers: {
            'User-Agent': userAgent,
            'Content-Type': 'text/xml; charset=utf-8',
            SOAPAction: `"${serviceNamespace}${operation}"`,
            'Content-Length': String(body.length),
            Expect: '100-continue',
            Connection: 'Keep-Alive',
          },
        })
        const send = (): void => {
          clearTimeout(timer)
          if (!request.writableEnded) request.end(body)
        }
        const timer = setTimeout(send, continueTimeoutMs)
        request.once('continue', send)
        request.once('close', () => clearTimeout(timer))
        request.once('error', reject)
        request.once('response', (response) => {
          send()
          readText(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject)
        })
        request.flushHeaders()
      }),
    close: () => agent.destroy(),
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
