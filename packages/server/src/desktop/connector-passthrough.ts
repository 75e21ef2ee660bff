import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connectorPath, passedCallHeader } from '@bridge/agent-protocol'

/** The headers that the gateway needs; others, credentials among them, are not passed on. */
const passedHeaders = ['content-type', 'content-length', 'soapaction', 'host', 'user-agent'] as const

/** Passes calls of Web Connectors on to a gateway. */
export interface ConnectorPassthrough {
  /** Passes a request for `/connector` on, and returns false for other paths. */
  pass(request: IncomingMessage, response: ServerResponse): boolean
  /** Lets the gateway respond to the calls that it holds open for work, so that this process can stop. */
  release(): void
}

/**
 * Passes requests for `/connector` on to an agent gateway, so that one machine needs only one address. A gateway that
 * cannot be reached ends the update, and the next one tries again.
 */
export function createConnectorPassthrough(gatewayUrl: string, baseUrl: string): ConnectorPassthrough {
  const { protocol, hostname, port } = new URL(gatewayUrl)
  const isTls = protocol === 'https:'
  const send = isTls ? requestHttps : requestHttp
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)) }
  const forwardedProtocol = new URL(baseUrl).protocol.slice(0, -1)

  /** The names of the calls without a response. */
  const names = new Set<string>()

  const pass = (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path, query] = (request.url ?? '').split('?', 2)
    if (path !== connectorPath) return false
    const headers = Object.fromEntries(
      passedHeaders.flatMap((name) => {
        const value = request.headers[name]
        return value === undefined ? [] : [[name, value] as const]
      }),
    )
    const name = randomUUID()
    names.add(name)
    const gateway = send({
      ...target,
      method: request.method,
      path: query === undefined ? connectorPath : `${connectorPath}?${query}`,
      headers: { ...headers, 'x-forwarded-proto': forwardedProtocol, [passedCallHeader]: name },
    })
    gateway.on('response', (answer) => {
      const { 'content-type': type, 'content-length': length } = answer.headers
      response.writeHead(answer.statusCode ?? 502, {
        ...(type !== undefined && { 'content-type': type }),
        ...(length !== undefined && { 'content-length': length }),
      })
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    gateway.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'text/xml; charset=utf-8' }).end(unreachable)
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

const unreachable =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>The service is restarting. The next update tries again.</faultstring></soap:Fault></soap:Body></soap:Envelope>'
