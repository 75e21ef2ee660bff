import { createHttpTransport, operations, readInteger, readText, readTexts } from '@bridge/simulated-web-connector'
import { findMessage, readRecording } from '@bridge/simulated-web-connector/testing/recordings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { patient, setupConnector } from '../../test/connector-setup.ts'
import { serializeHcpResponse } from '../../test/scripted-connector.ts'
import { escapeText } from './soap/serialize-result.ts'

const setup = setupConnector()
const requests = readRecording('requests')
const recordedTicket = '9f3b2a10-0000-4000-8000-000000000001'
const read = { kind: 'read' } as const
let transport: ReturnType<typeof createHttpTransport>

beforeEach(async () => {
  await setup.restart(patient)
  transport = createHttpTransport(`${setup.gateway.url}/connector`)
})
afterEach(() => transport.close())

/**
 * Sends a recorded request with the credential's user name and password and the Web Connector's headers, and reads the
 * result as the Web Connector does.
 */
async function send(name: string, ticket = recordedTicket, change = (envelope: string) => envelope) {
  const operation = operations.find((each) => name.startsWith(each))
  if (operation === undefined) throw new Error(`${name} is no operation.`)
  const { userName, password } = setup.credential
  const recorded = findMessage(requests, name)
    .replace('realm-user', userName)
    .replace(/secret( &amp; more)?/, password)
  const envelope = change(recorded.replaceAll(recordedTicket, ticket))
  const { status, body } = await transport.post({ operation, envelope, signal: AbortSignal.timeout(60_000) })
  expect(status).toBe(200)
  if (operation === 'authenticate') return readTexts(operation, body, name.includes('RPC') ? 'RPC' : 'Document')
  return operation === 'receiveResponseXML' ? readInteger(operation, body) : readText(operation, body)
}

/** Puts what QuickBooks says about the open company file in place of the recorded response, which has no FileID. */
function withFileId(envelope: string): string {
  const response = escapeText(serializeHcpResponse(setup.credential.fileId))
  return envelope.replace(/<strHCPResponse>[\s\S]*<\/strHCPResponse>/, `<strHCPResponse>${response}</strHCPResponse>`)
}

it('gives each recorded request of an update what the recorded client accepts [dp-1.4]', async () => {
  expect(await send('serverVersion')).toBe('1.0')
  expect(await send('clientVersion')).toBe('')
  expect(await send('authenticate')).toEqual([expect.any(String), 'none'])
  const outcomes = [setup.exchange('<QBXML>1</QBXML>', read), setup.exchange('<QBXML>2</QBXML>', read)]
  let ticket = ''
  await expect
    .poll(async () => {
      const [given = '', work] = (await send('authenticate')) as readonly string[]
      ticket = given
      return work
    })
    .toBe('')
  expect(await send('sendRequestXML, first', ticket, withFileId)).toMatch(/^<QBXML>[12]<\/QBXML>$/)
  expect(await send('receiveResponseXML, success', ticket)).toBe(99)
  expect(await send('sendRequestXML, later', ticket)).toMatch(/^<QBXML>[12]<\/QBXML>$/)
  const failed = send('receiveResponseXML, the request processor failed', ticket)
  expect(await Promise.all(outcomes)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ lost: false, response: expect.stringContaining('statusCode="1"') }),
      expect.objectContaining({ sent: false, reason: 'execution-error' }),
    ]),
  )
  const last = setup.exchange('<QBXML>3</QBXML>', read)
  expect(await failed).toBe(99)
  expect(await send('getLastError', ticket)).toBe('No error.')
  expect(await send('connectionError', ticket)).toBe('done')
  expect(await send('closeConnection', ticket)).toBe('OK')
  expect(await last).toMatchObject({ sent: false, error: { hresult: '0x80040408' } })
})

it.each([...requests.keys()].slice(1))(
  'gives a recorded request of no update what its client accepts: %s',
  async (name) => {
    const expected: Readonly<Record<string, unknown>> = {
      serverVersion: '1.0',
      authenticate: [expect.any(String), 'none'],
      receiveResponseXML: -1,
      connectionError: 'done',
      getLastError: expect.stringMatching(/next update/),
      closeConnection: 'OK',
    }
    expect(await send(name)).toEqual(expected[operations.find((each) => name.startsWith(each)) ?? ''] ?? '')
  },
)
