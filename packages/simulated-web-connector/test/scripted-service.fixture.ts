import { memoryStorage, openCompany } from '@bridge/emulator'
import type { Application } from '../src/application.ts'
import type { Operation } from '../src/calls.ts'
import { parseXml } from '../src/parse-xml.ts'
import { simulateQuickBooks } from '../src/simulated-quickbooks.ts'
import type { Transport } from '../src/transport.ts'
import { createWebConnector, type WebConnectorOptions } from '../src/web-connector.ts'

export const application: Application = {
  name: 'Bridge Service 1234567890123456',
  url: 'http://localhost:4000/connector',
  supportUrl: 'http://localhost:4000/docs',
  userName: 'realm-user',
  ownerId: '{0C5AF0B1-0000-4000-8000-000000000001}',
  fileId: '{0C5AF0B1-0000-4000-8000-000000000002}',
  style: 'Document',
  runEverySeconds: 15,
}

export const companyFile = 'C:\\Users\\Public\\Documents\\Books.QBW'

/** One received call with its parameters. */
export interface ReceivedCall {
  readonly operation: Operation
  readonly values: Readonly<Record<string, string>>
}

type Result = string | number | readonly string[] | undefined

/** Returns a call's result; undefined to respond as a service without work. */
export type Script = (call: ReceivedCall, index: number) => Result | { readonly status: number; readonly body: string }

const defaults: Readonly<Record<Operation, Result>> = {
  serverVersion: '1.0',
  clientVersion: '',
  authenticate: ['ticket-1', ''],
  sendRequestXML: '',
  receiveResponseXML: 100,
  connectionError: 'done',
  getLastError: 'No work',
  closeConnection: 'OK',
}

/** Renders a service response. */
export function serializeResult(operation: Operation, result: Result): string {
  const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const content =
    typeof result === 'string' || typeof result === 'number'
      ? escapeText(String(result))
      : (result ?? []).map((text) => `<string>${escapeText(text)}</string>`).join('')
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation}Response xmlns="http://developer.intuit.com/"><${operation}Result>${content}</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`
}

export function readCall(envelope: string): ReceivedCall {
  const call = parseXml(envelope).children[0]?.children[0]
  if (call === undefined) throw new Error('The envelope has no call.')
  return {
    operation: call.name as Operation,
    values: Object.fromEntries(call.children.map(({ name, text }) => [name, text])),
  }
}

/** Creates a Web Connector over an emulated company file, whose service follows a script. */
export function setup(script: Script = () => undefined, options: Partial<WebConnectorOptions> = {}) {
  const received: ReceivedCall[] = []
  const pauses: number[] = []
  const clock = () => new Date('2026-03-16T12:00:00Z')
  const transport: Transport = {
    async post({ envelope }) {
      const call = readCall(envelope)
      received.push(call)
      const result = script(call, received.length - 1) ?? defaults[call.operation]
      if (typeof result === 'object' && 'status' in result) return result
      return { status: 200, body: serializeResult(call.operation, result) }
    },
  }
  const company = openCompany({ storage: memoryStorage(), clock, random: () => 0.5, template: 'starter' })
  const connector = createWebConnector({
    application,
    password: 'secret',
    quickBooks: simulateQuickBooks({ company, companyFile, clock }),
    transport,
    clock,
    pause: async (ms) => {
      pauses.push(ms)
    },
    createTimeout: () => new AbortController().signal,
    ...options,
  })
  return { connector, company, received, pauses }
}

/** Returns a message set with these requests. */
export function messageSet(requests: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`
}
