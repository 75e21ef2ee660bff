import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { passedCallHeader } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { ConnectorCalls } from './connector-calls.ts'
import type { ForwardCall, SoapResponse } from './forward-call.ts'
import { readBody } from './read-body.ts'
import type { SoapCall } from './soap/operations.ts'
import { printSoapFault, printSoapResult } from './soap/print-result.ts'
import { readSoapCall, SoapCallError } from './soap/read-call.ts'
import { printWsdl } from './soap/wsdl.ts'
import { supportPage } from './support-page.ts'

interface EndpointOptions {
  readonly calls: ConnectorCalls
  /** Passes a call on to the gateway that serves its run. */
  readonly forward: ForwardCall
  readonly logger: Logger
}

const xml = 'text/xml; charset=utf-8'

/** Escaped text is up to this many times as long as the text. */
const escapedLength = 2.5

/** Creates the listener of `/connector`: SOAP for the Web Connector, a page for its user, and a WSDL. */
export function createConnectorEndpoint({ calls, forward, logger }: EndpointOptions) {
  const respond = (response: ServerResponse, status: number, type: string, body: string): void => {
    if (response.destroyed) return
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }

  /** Calls that servers have passed on, by the names that they gave them. */
  const passed = new Map<string, AbortController>()

  /** Returns a signal that is aborted when the server that passed the call on stops; undefined for other calls. */
  const watchRelease = (request: IncomingMessage, response: ServerResponse): AbortSignal | undefined => {
    const name = getPassedCall(request)
    if (name === undefined) return undefined
    const released = new AbortController()
    passed.set(name, released)
    response.on('close', () => {
      if (passed.get(name) === released) passed.delete(name)
    })
    return released.signal
  }

  const handleCall = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const aborted = new AbortController()
    response.on('close', () => {
      // An abort costs more than the rest of a short call.
      if (!response.writableFinished) aborted.abort()
    })
    const released = watchRelease(request, response)
    const body = await readBody(request, (head) => calls.getResponseBytesMax(findTicket(head)) * escapedLength)
    if (body.isTooLong) {
      respond(response, 200, xml, await calls.refuseLargeResponse(findTicket(body.bytes.toString('utf8'))))
      return
    }
    const call = await readCall(body.bytes)
    const forwarded = await forward(request, call, body.bytes, aborted.signal)
    const { status, text } = forwarded ?? (await runOrExplain(call, aborted.signal, released))
    respond(response, status, xml, text)
  }

  const runOrExplain = async (call: SoapCall, signal: AbortSignal, released?: AbortSignal): Promise<SoapResponse> => {
    try {
      return { status: 200, text: await calls.run(call, signal, released) }
    } catch (error) {
      logger.error({ err: error, operation: call.operation }, 'could not handle a call of a Web Connector')
      // The Web Connector comes again with its next poll.
      if (call.operation === 'authenticate') return { status: 200, text: printSoapResult('authenticate', ['', 'busy']) }
      const text = printSoapFault('The service cannot handle the call now. The next update tries again.', 'Server')
      return { status: 500, text }
    }
  }

  const explain = (response: ServerResponse, error: unknown): void => {
    if (error instanceof SoapCallError) respond(response, 500, xml, printSoapFault(error.message, 'Client'))
    else {
      logger.debug({ err: error }, 'a call of a Web Connector ended')
      response.destroy()
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method = 'GET', url = '' } = request
    if (method === 'POST') {
      handleCall(request, response).catch((error: unknown) => explain(response, error))
    } else if (method === 'DELETE' && getPassedCall(request) !== undefined) {
      passed.get(getPassedCall(request) ?? '')?.abort()
      response.writeHead(204).end()
    } else if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD, POST')
      respond(response, 405, 'text/plain; charset=utf-8', 'The Web Connector calls with POST.\n')
    } else if (/\?(?:.*&)?wsdl(?:[=&]|$)/i.test(url)) respond(response, 200, xml, printWsdl(getAddress(request)))
    else respond(response, 200, 'text/html; charset=utf-8', supportPage)
  }
}

function getPassedCall({ headers }: IncomingMessage): string | undefined {
  const name = headers[passedCallHeader]
  return typeof name === 'string' ? name : undefined
}

/** Returns the ticket in the beginning of a body, before the body can be parsed. */
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

/** Returns the address that the client called. */
function getAddress({ headers }: IncomingMessage): string {
  const protocol = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return `${protocol}://${headers.host ?? 'localhost'}/connector`
}
