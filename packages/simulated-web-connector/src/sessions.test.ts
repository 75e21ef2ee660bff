import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMessage, readRecording } from '../test/recordings.fixture.ts'
import { application } from '../test/scripted-service.fixture.ts'
import { connectorVersions, createHttpTransport, createWebConnector } from './index.ts'
import { parseXml } from './parse-xml.ts'
import type { ProcessorResult, QuickBooks } from './quickbooks.ts'

const requests = readRecording('requests')
const responses = readRecording('responses')
const begin = ['serverVersion', 'clientVersion', 'authenticate'] as const
const beginResponses = ['serverVersion', 'clientVersion, go on'] as const
const openFile = 'authenticate, work for the open company file'

interface Exchange {
  readonly headers: string[]
  readonly body: string
}
let server: Server
let received: Exchange[]
/** The recorded responses, in the order of the calls. */
let script: string[]
let url: string

beforeEach(async () => {
  received = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []))
    received.push({ headers, body: Buffer.concat(chunks).toString('utf8') })
    response.setHeader('Content-Type', 'text/xml; charset=utf-8')
    response.end(script.shift())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}/connector`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Returns the text of an element in a recorded call. */
function readText(message: string, name: string): string {
  const call = parseXml(findMessage(requests, message)).children[0]?.children[0]
  return call?.children.find((each) => each.name === name)?.text ?? ''
}

/** The QuickBooks of the recordings, which says this to a message set or to a session. */
function recordedQuickBooks(result: ProcessorResult, refusal?: ProcessorResult): Pick<QuickBooks, 'beginSession'> {
  const first = 'sendRequestXML, first'
  return {
    beginSession: async () =>
      refusal !== undefined && 'hresult' in refusal
        ? refusal
        : {
            companyFile: readText(first, 'strCompanyFileName'),
            country: 'US',
            qbxmlVersion: [16, 0],
            hcpResponse: readText(first, 'strHCPResponse'),
            process: async () => result,
            end: async () => undefined,
            drop: () => undefined,
          },
  }
}

const noMatch = { response: readText('receiveResponseXML, success', 'response') }
const parseError = {
  hresult: '0x80040400',
  message: 'QuickBooks found an error when parsing the provided XML text stream.',
}
const closed = { hresult: '0x80040408', message: 'Could not start QuickBooks.' }

/** What happens, the calls, the service's responses to them, and how QuickBooks and the update end. */
const sessions = [
  {
    title: 'exchanges two message sets',
    calls: [
      'sendRequestXML, first',
      'receiveResponseXML, success',
      'sendRequestXML, later',
      'receiveResponseXML, success',
    ],
    replies: [openFile, 'sendRequestXML, one', 'half', 'sendRequestXML, one', 'receiveResponseXML, done'],
    quickBooks: recordedQuickBooks(noMatch),
    end: 'done',
  },
  {
    title: 'sends a message set that QuickBooks rejects',
    calls: ['sendRequestXML, first', 'receiveResponseXML, the request processor failed', 'getLastError'],
    replies: [openFile, 'sendRequestXML, one', 'negative', 'getLastError'],
    quickBooks: recordedQuickBooks(parseError),
    end: 'failed',
  },
  {
    title: 'cannot start QuickBooks',
    calls: ['connectionError'],
    replies: [openFile, 'connectionError'],
    quickBooks: recordedQuickBooks(noMatch, closed),
    end: 'no-session',
  },
  {
    title: 'finds no work',
    calls: [],
    replies: ['authenticate, no work'],
    quickBooks: recordedQuickBooks(noMatch),
    end: 'no-work',
  },
]

/** Returns a recorded response; the recordings have one percentage only. */
function findResponse(name: string): string {
  const percent = { half: '50', negative: '-1' }[name]
  return percent === undefined
    ? findMessage(responses, name)
    : findMessage(responses, 'receiveResponseXML').replace('>100<', `>${percent}<`)
}

describe.each(connectorVersions)('The Web Connector $version', ({ version, userAgent }) => {
  it.each(sessions)('sends the recorded session byte for byte where it $title', async (session) => {
    const { calls, replies, quickBooks, end } = session
    script = [...beginResponses, ...replies, 'closeConnection'].map(findResponse)
    const transport = createHttpTransport(url, { userAgent })
    const connector = createWebConnector({ application, password: 'secret & more', quickBooks, transport, version })
    expect(await connector.update()).toMatchObject({ end })
    transport.close()

    const expected = [...begin, ...calls, 'closeConnection'].map((name) => findMessage(requests, name))
    expect(received.map(({ body }) => body)).toEqual(expected.map((body) => body.replace('2.3.0.215', version)))
    const [, ...headers] = findMessage(requests, 'http headers').split('\n')
    for (const [index, { headers: sent }] of received.entries()) {
      const operation = received[index]?.body.match(/<soap:Body><(\w+)/)?.[1] ?? ''
      const recorded = headers.map((line) => line.replace('serverVersion', operation))
      expect(sent).toEqual(expect.arrayContaining([`User-Agent: ${userAgent}`, ...recorded]))
    }
  })
})
