import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { branch, leaf } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { sandboxRealmId } from '../../test/realm-ids.fixture.ts'
import type { Desktop, ExchangeOptions } from '../desktop/desktop.ts'
import { openCompanyFile } from './company-file.ts'
import { exchange, useReads } from './exchange.ts'

const request = branch('CustomerQueryRq', [leaf('ListID', '80000001-1')])
const read: ExchangeOptions = { kind: 'read' }
const write: ExchangeOptions = { kind: 'write', write: { entity: 'Customer', operation: 'create' } }

function exchangeWith(result: ExchangeOutcome, options: ExchangeOptions) {
  const desktop: Desktop = { exchange: async () => result }
  return exchange(openCompanyFile({ realmId: sandboxRealmId, desktop }), request, options)
}

it.each<[string, ExchangeOutcome, string, RegExp]>([
  [
    'neither an agent nor a Web Connector is connected [dp-7.2:AGENT_OFFLINE]',
    { sent: false, reason: 'offline' },
    'AGENT_OFFLINE',
    /Neither an agent nor a QuickBooks Web Connector is connected .* Nothing was sent/,
  ],
  [
    'QuickBooks is not open [dp-7.2:APP_NOT_OPEN]',
    { sent: false, reason: 'app-not-open' },
    'APP_NOT_OPEN',
    /Nothing was sent/,
  ],
  [
    'QuickBooks rejects the call [dp-7.2:AGENT_EXECUTION_ERROR]',
    {
      sent: false,
      reason: 'execution-error',
      error: { hresult: '0x80040414', message: 'A modal dialog box is showing.' },
    },
    'AGENT_EXECUTION_ERROR',
    /^AGENT_EXECUTION_ERROR: QuickBooks Desktop: A modal dialog box is showing. \(HRESULT 0x80040414\) Nothing was applied\. Repeat the request later/,
  ],
  [
    'QuickBooks is busy with another request [dp-7.2:AGENT_BUSY]',
    { sent: false, reason: 'busy', busySince: '2026-03-02T09:00:00.123Z' },
    'AGENT_BUSY',
    /^AGENT_BUSY: QuickBooks Desktop is connected, and busy since 2026-03-02T09:00:00Z with other requests\. Nothing of this one was sent/,
  ],
  [
    'too many requests wait for QuickBooks [dp-7.2:AGENT_BUSY]',
    { sent: false, reason: 'busy' },
    'AGENT_BUSY',
    /^AGENT_BUSY: QuickBooks Desktop is connected, and busy with other requests/,
  ],
  [
    'no response arrives [dp-7.2:AGENT_TIMEOUT]',
    { sent: true, lost: true, reason: 'timeout' },
    'AGENT_TIMEOUT',
    /: The request was sent to QuickBooks Desktop, but no response arrived in time\. The write may have been applied/,
  ],
  [
    'the connection is lost [dp-7.2:AGENT_TIMEOUT]',
    { sent: true, lost: true, reason: 'connection' },
    'AGENT_TIMEOUT',
    /sent to QuickBooks Desktop, but the connection was lost before the response arrived/,
  ],
  [
    'QuickBooks returns an error while it runs the request [dp-7.2:AGENT_TIMEOUT]',
    {
      sent: true,
      lost: true,
      reason: 'connection',
      error: { hresult: '0x80040414', message: 'A modal dialog box is showing.' },
    },
    'AGENT_TIMEOUT',
    /but it returned an error: QuickBooks Desktop: A modal dialog box is showing\. \(HRESULT 0x80040414\)\. The write may/,
  ],
  [
    'the response is not qbXML [dp-7.2:REQUEST_OUTCOME_UNKNOWN]',
    { sent: true, lost: false, response: '<html>' },
    'REQUEST_OUTCOME_UNKNOWN',
    /could not be read\. The write may have been applied/,
  ],
])('throws a fault if %s', async (_what, result, code, detail) => {
  const failed = exchangeWith(result, write)
  await expect(failed).rejects.toMatchObject({ code })
  await expect(failed).rejects.toThrow(detail)
})

it.each([
  ['no transport takes the request', 'offline', 'AGENT_OFFLINE'],
  ['too many requests wait', 'busy', 'AGENT_BUSY'],
] as const)('says when the Web Connector polls next if %s', async (_what, reason, code) => {
  const failed = exchangeWith({ sent: false, reason, retryAfterMs: 9_100 }, write)
  await expect(failed).rejects.toMatchObject({ code, retryAfterSeconds: 10 })
})

function failedWith(hresult: string, sent: boolean): ExchangeOutcome {
  const error = { hresult, message: 'No.' }
  return sent
    ? { sent: true, lost: true, reason: 'connection', error }
    : { sent: false, reason: 'execution-error', error }
}

it.each([
  ['a dialog is open', '0x80040414', 10],
  ['another file is open, as the Web Connector writes it', '0X8004040a', 60],
  ['QuickBooks is closed', '0x80040416', 30],
  ['access is not allowed', '0x80040418', undefined],
  ['the request cannot be read', '0x80040400', undefined],
])('says when to repeat a request if %s [dp-7.2:AGENT_EXECUTION_ERROR]', async (_what, hresult, retryAfterSeconds) => {
  const failed = exchangeWith(failedWith(hresult, false), write)
  await expect(failed).rejects.toMatchObject({ code: 'AGENT_EXECUTION_ERROR', retryAfterSeconds })
})

it('says when to repeat a read that met a dialog, and not a write', async () => {
  await expect(exchangeWith(failedWith('0x80040414', true), read)).rejects.toMatchObject({ retryAfterSeconds: 10 })
  await expect(exchangeWith(failedWith('0x80040414', true), write)).rejects.toMatchObject({
    retryAfterSeconds: undefined,
  })
})

it('says that a request that cannot be read is no problem of the PC', async () => {
  await expect(exchangeWith(failedWith('0x80040400', false), write)).rejects.toThrow(/Report it to the operator/)
})

it('says that a read can be sent again [dp-7.2:AGENT_TIMEOUT]', async () => {
  await expect(exchangeWith({ sent: true, lost: true, reason: 'timeout' }, read)).rejects.toThrow(/sent again/)
})

it('says that a read’s response could not be read [dp-7.3:500]', async () => {
  const failed = exchangeWith({ sent: true, lost: false, response: '<html>' }, read)
  await expect(failed).rejects.toMatchObject({ code: '500' })
})

it('says how to get a smaller response if a read’s is too large', async () => {
  const failed = exchangeWith({ sent: true, lost: true, reason: 'too-large' }, read)
  await expect(failed).rejects.toMatchObject({ code: 'UNSUPPORTED_QUERY' })
  await expect(failed).rejects.toThrow(/larger than 16 MiB\. Ask for less: a shorter period/)
})

it('keeps a write’s outcome open if its response is too large [dp-7.2:AGENT_TIMEOUT]', async () => {
  const failed = exchangeWith({ sent: true, lost: true, reason: 'too-large' }, write)
  await expect(failed).rejects.toMatchObject({ code: 'AGENT_TIMEOUT' })
  await expect(failed).rejects.toThrow(/may have been applied/)
})

it('sends one message set stopping at an error, and returns its response', async () => {
  const sent: string[] = []
  const desktop: Desktop = {
    async exchange(_realmId, messageSet) {
      sent.push(messageSet)
      const response =
        '<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="1" statusSeverity="Info" statusMessage="none"/></QBXMLMsgsRs></QBXML>'
      return { sent: true, lost: false, response: response }
    },
  }
  const response = await exchange(openCompanyFile({ realmId: sandboxRealmId, desktop }), request, read)
  expect(response).toMatchObject({ name: 'CustomerQueryRs', statusCode: 1, elements: [] })
  expect(sent).toEqual([expect.stringMatching(/onError="stopOnError"[\s\S]*<ListID>80000001-1<\/ListID>/)])
})

it('measures a read’s response for the query budget', async () => {
  const response = `<QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="0"/>${' '.repeat(1_000)}</QBXMLMsgsRs></QBXML>`
  const desktop: Desktop = { exchange: async () => ({ sent: true, lost: false, response }) }
  const company = openCompanyFile({ realmId: sandboxRealmId, desktop })
  function* getLength(_responses: unknown, characters: number) {
    yield
    return characters
  }
  expect(await useReads(company, [request], getLength)).toBe(response.length)
})
