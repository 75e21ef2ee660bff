import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A request that a library has sent, and the response body. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The text, inflated if it was sent with gzip. */
  readonly body: string
  /** The encoding of the text, if it is not UTF-8. */
  readonly encoding?: 'latin1'
  readonly received: string
}

export interface RecordingProxy {
  readonly baseUrl: string
  /** Returns the requests sent since the last call. */
  take(): readonly Exchange[]
  close(): Promise<void>
}

/** Headers of the connection, and those that `fetch` sends for itself. */
const connectionHeaders = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
]

/** Starts a server in front of the service. It keeps what a library sends, but not its user's visit to the consent page. */
export async function startRecordingProxy(serviceUrl: string): Promise<RecordingProxy> {
  let exchanges: Exchange[] = []
  let baseUrl = ''
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request
    // A client that takes this for a proxy sends whole addresses.
    const path = url.replace(/^http:\/\/[^/]+/, '')
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        connectionHeaders.includes(name) ? [] : [[name, String(value)]],
      ),
    )
    const sent = await buffer(request)
    const isCompressed = sent.length > 0 && headers['content-encoding'] === 'gzip'
    const body = isCompressed ? gunzipSync(sent) : sent
    const answer = await fetch(serviceUrl + path, {
      method,
      headers,
      redirect: 'manual',
      ...(sent.length === 0 ? {} : { body: Uint8Array.from(sent) }),
    })
    // The discovery document has the service's addresses.
    const received = (await answer.text()).replaceAll(serviceUrl, baseUrl)
    if (!path.startsWith('/oauth2/v1/authorize'))
      exchanges.push({
        method: method === 'POST' ? 'POST' : 'GET',
        path,
        headers,
        ...(isUtf8(body) ? { body: body.toString() } : { body: body.toString('latin1'), encoding: 'latin1' as const }),
        received,
      })
    for (const [name, value] of answer.headers) if (!connectionHeaders.includes(name)) response.setHeader(name, value)
    response.writeHead(answer.status).end(received)
  }
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl,
    take() {
      const taken = exchanges
      exchanges = []
      return taken
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
