import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connectorPath, passedCallHeader } from '@bridge/agent-protocol'
import { createPeerAddress } from '@bridge/platform/peer-address'

/** The headers the gateway needs; others, credentials among them, are not passed on. */
const passedHeaders = ['content-type', 'content-length', 'soapaction', 'host', 'user-agent'] as const

/** The gateway's response headers its client needs. */
const returnedHeaders = [
  'allow',
  'cache-control',
  'content-length',
  'content-security-policy',
  'content-type',
  'retry-after',
] as const

interface PassthroughOptions {
  readonly gatewayUrl: string
  /** The service's public address. */
  readonly baseUrl: string
  /** Returns the client's address, which the gateway gets; by default the connection's. */
  readonly findAddress?: (request: IncomingMessage) => string
}

/** Passes Web Connector calls on to a gateway. */
export interface ConnectorPassthrough {
  /** Passes a request for `/connector` on, and returns false for other paths. */
  pass(request: IncomingMessage, response: ServerResponse): boolean
  /** Lets the gateway respond to the calls it holds open for work, so this process can stop. */
  release(): void
}

/**
 * Passes requests for `/connector` on to an agent gateway, so one machine needs only one address. An unreachable
 * gateway ends the update, and the next one tries again.
 */
export function createConnectorPassthrough({
  gatewayUrl,
  baseUrl,
  findAddress = createPeerAddress(false),
}: PassthroughOptions): ConnectorPassthrough {
  const { protocol, hostname, port } = new URL(gatewayUrl)
  const isTls = protocol === 'https:'
  const send = isTls ? requestHttps : requestHttp
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)) }
  const forwardedProtocol = new URL(baseUrl).protocol.slice(0, -1)

  /** The names of calls without a response. */
  const names = new Set<string>()

  const pass = (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path, query] = (request.url ?? '').split('?', 2)
    if (path !== connectorPath) return false
    /** Closes the connection after the response if the gateway has not read the body: the rest is not read, either. */
    const closeUnread = (): void => {
      if (!request.complete) response.setHeader('connection', 'close')
    }
    const name = randomUUID()
    names.add(name)
    const gateway = send({
      ...target,
      method: request.method,
      path: query === undefined ? connectorPath : `${connectorPath}?${query}`,
      headers: {
        ...pickHeaders(request, passedHeaders),
        'x-forwarded-for': findAddress(request),
        'x-forwarded-proto': forwardedProtocol,
        [passedCallHeader]: name,
      },
    })
    gateway.on('response', (answer) => {
      closeUnread()
      response.writeHead(answer.statusCode ?? 502, pickHeaders(answer, returnedHeaders))
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    gateway.on('error', () => {
      if (response.headersSent) response.destroy()
      else {
        closeUnread()
        response.writeHead(500, { 'content-type': 'text/xml; charset=utf-8' }).end(unreachable)
      }
    })
    response.on('close', () => {
      names.delete(name)
      gateway.destroy()
    })
    request.on('error', () => gateway.destroy())
    request.pipe(gateway)
    return true
  }

  return {
    pass,
    release: () => {
      for (const name of names) {
        const headers = { [passedCallHeader]: name }
        send({ ...target, method: 'DELETE', path: connectorPath, headers })
          .on('response', (answer) => answer.resume())
          // The call ends with its time limit, or with the gateway.
          .on('error', () => undefined)
          .end()
      }
    },
  }
}

function pickHeaders({ headers }: IncomingMessage, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(names.filter((name) => name in headers).map((name) => [name, headers[name]]))
}

const unreachable =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>The service is restarting. The next update tries again.</faultstring></soap:Fault></soap:Body></soap:Envelope>'
