import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { maxResponseBytes, passedCallHeader } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { respondTooMany } from '../requests/respond-too-many.ts'
import type { Visit } from '../requests/visits.ts'
import type { ConnectorCalls } from './connector-calls.ts'
import type { ConnectorSignIn } from './connector-sign-in.ts'
import type { ForwardCalls, SoapResponse } from './forward-call.ts'
import { type BodyBeginning, readBodyBeginning, readBodyRest } from './read-body.ts'
import type { SoapCall } from './soap/operations.ts'
import { readSoapCall, SoapCallError } from './soap/read-call.ts'
import { serializeSoapFault, serializeSoapResult } from './soap/serialize-result.ts'
import { serializeWsdl } from './soap/wsdl.ts'
import { supportPage } from './support-page.ts'

interface EndpointOptions {
  readonly calls: ConnectorCalls
  readonly signIn: ConnectorSignIn
  /** Passes a call on to the gateway serving its run. */
  readonly forward: ForwardCalls
  readonly pauseRejection: () => Promise<void>
  readonly logger: Logger
}

/** A call with what its response depends on. */
interface ReceivedCall {
  readonly request: IncomingMessage
  readonly visit: Visit
  readonly body: Buffer
  /** Aborted when the Web Connector is gone. */
  readonly signal: AbortSignal
  /** Aborted when a call held open must have its response now. */
  readonly released: AbortSignal | undefined
}

const xml = 'text/xml; charset=utf-8'

/** Escaped text is up to this many times as long as the text. */
const escapedLength = 2.5

/** A run's longest body while QuickBooks' response is short, or not due. */
const maxShortBytes = 64 * 1024

/** The `/connector` listener: SOAP for the Web Connector, a page for its user, and a WSDL. */
export class ConnectorEndpoint {
  readonly #options: EndpointOptions
  /** Calls passed on by servers, by the names the servers gave them. */
  readonly #passed = new Map<string, AbortController>()

  constructor(options: EndpointOptions) {
    this.#options = options
  }

  handle(request: IncomingMessage, response: ServerResponse, visit: Visit): void {
    const { method = 'GET', url = '' } = request
    if (method === 'POST') {
      this.#handleCall(request, response, visit).catch((error: unknown) => this.#explain(response, error))
    } else if (!visit.isAllowed) void this.#refuse(response, visit)
    else if (method === 'DELETE' && getPassedCall(request) !== undefined) {
      this.#passed.get(getPassedCall(request) ?? '')?.abort()
      response.writeHead(204).end()
    } else if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD, POST')
      response.setHeader('connection', 'close')
      respond(response, 405, 'text/plain; charset=utf-8', 'The Web Connector calls with POST.\n')
    } else if (asksForWsdl(url)) {
      // It repeats the host the client named.
      response.setHeader('cache-control', 'no-store')
      respond(response, 200, xml, serializeWsdl(getAddress(request)))
    } else respond(response, 200, 'text/html; charset=utf-8', supportPage)
  }

  async #handleCall(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    const aborted = new AbortController()
    response.on('close', () => {
      // An abort costs more than finishing a short call.
      if (!response.writableFinished) aborted.abort()
    })
    const released = this.#watchRelease(request, response)
    const beginning = await readBodyBeginning(request)
    const ticket = findTicket(beginning.bytes.toString('utf8'))
    if (!visit.isAllowed && !this.#options.calls.hasTicket(ticket)) return this.#refuse(response, visit)
    const body = beginning.isWhole ? beginning.bytes : await this.#readLongBody(response, beginning, ticket)
    if (body === undefined) return
    const call = await readCall(body)
    // The beginning may have another ticket than the call.
    if (this.#isOfRun(call)) visit.uncount()
    else if (!visit.isAllowed) return this.#refuse(response, visit)
    const { status, text } = await this.#runOrExplain(call, { request, visit, body, signal: aborted.signal, released })
    respond(response, status, xml, text)
  }

  async #refuse(response: ServerResponse, visit: Visit): Promise<void> {
    await this.#options.pauseRejection()
    respondTooMany(response, visit)
  }

  /** Returns a signal aborted when the passing server stops; undefined for calls no server passed on. */
  #watchRelease(request: IncomingMessage, response: ServerResponse): AbortSignal | undefined {
    const name = getPassedCall(request)
    if (name === undefined) return undefined
    const released = new AbortController()
    this.#passed.set(name, released)
    response.on('close', () => {
      if (this.#passed.get(name) === released) this.#passed.delete(name)
    })
    return released.signal
  }

  /** Reads the rest of a run's body, or responds to one too long and returns nothing. */
  async #readLongBody(response: ServerResponse, beginning: BodyBeginning, ticket: string): Promise<Buffer | undefined> {
    const maxBytes = await this.#findMaxBytes(ticket)
    // Without a run, the rest is not read.
    if (maxBytes === 0) response.setHeader('connection', 'close')
    const body = maxBytes === 0 ? undefined : await readBodyRest(beginning, maxBytes)
    if (body === undefined) respond(response, 200, xml, await this.#options.calls.refuseLargeResponse(ticket))
    return body
  }

  /** Returns how long a body beginning with this ticket may be; 0 without a run. */
  async #findMaxBytes(ticket: string): Promise<number> {
    const { calls, forward } = this.#options
    if (calls.hasTicket(ticket)) return Math.max(maxShortBytes, calls.getMaxResponseBytes(ticket) * escapedLength)
    return (await forward.serves(ticket)) ? maxResponseBytes.report * escapedLength : 0
  }

  /** Whether this gateway serves a call's run. */
  #isOfRun({ parameters }: SoapCall): boolean {
    return 'ticket' in parameters && this.#options.calls.hasTicket(parameters.ticket)
  }

  async #runOrExplain(call: SoapCall, received: ReceivedCall): Promise<SoapResponse> {
    try {
      return await this.#run(call, received)
    } catch (error) {
      const { operation } = call
      this.#options.logger.error({ err: error, operation }, 'could not handle a call of a Web Connector')
      // The Web Connector comes again with its next poll.
      if (operation === 'authenticate') return { status: 200, text: serializeSoapResult('authenticate', ['', 'busy']) }
      const text = serializeSoapFault('The service cannot handle the call now. The next update tries again.', 'Server')
      return { status: 500, text }
    }
  }

  async #run(call: SoapCall, { request, visit, body, signal, released }: ReceivedCall): Promise<SoapResponse> {
    const { calls, signIn, forward } = this.#options
    if (call.operation !== 'authenticate') {
      const forwarded = await forward.pass(request, call, body, signal)
      if (forwarded !== undefined) visit.uncount()
      return forwarded ?? { status: 200, text: await calls.run(call, signal, released) }
    }
    const { strUserName, strPassword } = call.parameters
    const credential = await signIn(strUserName, strPassword, visit.address)
    if (typeof credential === 'string')
      return { status: 200, text: serializeSoapResult('authenticate', ['', credential]) }
    visit.uncount()
    const forwarded = await forward.pass(request, credential, body, signal)
    return forwarded ?? { status: 200, text: serializeSoapResult('authenticate', await calls.open(credential)) }
  }

  #explain(response: ServerResponse, error: unknown): void {
    if (error instanceof SoapCallError) respond(response, 500, xml, serializeSoapFault(error.message, 'Client'))
    else {
      this.#options.logger.debug({ err: error }, 'a call of a Web Connector ended')
      response.destroy()
    }
  }
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

function asksForWsdl(url: string): boolean {
  const [, query = ''] = url.split('?', 2)
  return /(?:^|&)wsdl(?:[=&]|$)/i.test(query)
}

function getPassedCall({ headers }: IncomingMessage): string | undefined {
  const name = headers[passedCallHeader]
  return typeof name === 'string' ? name : undefined
}

/** Returns the ticket in a body's beginning, before the body can be parsed. */
function findTicket(head: string): string {
  return /<(?:[\w.-]+:)?ticket\b[^<>]*>([^<>]{1,64})</.exec(head)?.[1] ?? ''
}

async function readCall(bytes: Buffer): Promise<SoapCall> {
  const reading = readSoapCall(bytes)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** Returns the address the client called. */
function getAddress({ headers }: IncomingMessage): string {
  const protocol = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return `${protocol}://${headers.host ?? 'localhost'}/connector`
}
