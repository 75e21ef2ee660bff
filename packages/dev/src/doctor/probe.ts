import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { TLSSocket } from 'node:tls'

/** A server's response, or the reason for its absence. */
export type Reply =
  | {
      readonly status: number
      readonly headers: IncomingMessage['headers']
      readonly text: string
      readonly certificateEnd?: Date
    }
  | { readonly failure: string }

export interface Probe {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const timeoutMs = 5_000
const maxTextBytes = 64 * 1024

/** Headers with which a client asks for a WebSocket. A server that accepts responds with 101. */
export const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.from('bridge-doctor-01').toString('base64'),
} as const

/** Sends one request, over TLS where the address says so, and reads the response's beginning. Never rejects. */
export function probe(url: string | URL, { method = 'GET', headers = {}, body }: Probe = {}): Promise<Reply> {
  const target = new URL(url)
  const send = target.protocol === 'https:' ? requestTls : requestPlain
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = send(target, { method, headers: { ...headers, ...length }, agent: false, timeout: timeoutMs })
  const timer = setTimeout(() => request.destroy(new Error(`no response within ${timeoutMs / 1000} s`)), timeoutMs)
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve(toReply(response, ''))
  })
  request.on('response', (response) => void readText(response).then((text) => resolve(toReply(response, text))))
  request.on('error', (error: NodeJS.ErrnoException) => resolve({ failure: describeFailure(error) }))
  void promise.finally(() => {
    clearTimeout(timer)
    request.destroy()
  })
  writeBody(request, body)
  return promise
}

function writeBody(request: ClientRequest, body: Probe['body']): void {
  // A server may respond before it has read the body, and end the connection.
  if (body === undefined) request.end()
  else request.end(body)
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  try {
    for await (const part of response) {
      text += String(part)
      if (text.length > maxTextBytes) break
    }
  } catch {
    // The beginning is enough.
  }
  return text
}

function toReply(response: IncomingMessage, text: string): Reply {
  const { statusCode: status = 0, headers, socket } = response
  const end = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined
  return { status, headers, text, ...(end && { certificateEnd: new Date(end) }) }
}

/** Says why a connection failed, with the code that a search finds. */
export function describeFailure({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined || message.includes(code) ? message : `${message} (${code})`
}
