import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that a library has sent, and the response body. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly received: string
}

export interface RecordingProxy {
  readonly baseUrl: string
  /** Returns what has been sent since the last call. */
  take(): readonly Exchange[]
  close(): Promise<void>
}

/** Headers of the connection, and those that `fetch` sends for itself. */
const unrecordedHeaders = ['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'transfer-encoding']

/** Starts a server in front of the service. It keeps what a library sends, but not its user's visit to the consent page. */
export async function startRecordingProxy(serviceUrl: string): Promise<RecordingProxy> {
  let exchanges: Exchange[] = []
  let baseUrl = ''
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        unrecordedHeaders.includes(name) ? [] : [[name, String(value)]],
      ),
    )
    const body = await text(request)
    const answer = await fetch(serviceUrl + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body === '' ? {} : { body }),
    })
    // The discovery document has the service's addresses.
    const received = (await answer.text()).replaceAll(serviceUrl, baseUrl)
    if (!path.startsWith('/oauth2/v1/authorize'))
      exchanges.push({ method: method === 'POST' ? 'POST' : 'GET', path, headers, body, received })
    for (const name of ['content-type', 'location']) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.writeHead(answer.status).end(received)
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
