import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { serializeMessageSet } from '@bridge/qbxml'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSession, credential, never, submit } from '../../test/connector-session.ts'
import type { ConnectorSession } from './connector-session.ts'

const rejected = { hresult: '0x80040400', message: 'QuickBooks found an error when parsing the text.' }
let session: ConnectorSession
let outcomes: ExchangeOutcome<Uint8Array>[][] = []

beforeEach(() => {
  vi.useFakeTimers()
  session = createSession(20)
  session.beginRun('t', credential)
  outcomes = []
})
afterEach(() => {
  vi.useRealTimers()
})

function print(text: string, name = 'CustomerQueryRq'): string {
  const children = [{ name: 'FullName', text, children: [] }]
  return serializeMessageSet({ requests: [{ name, text: '', children }], onError: 'stopOnError' })
}
/** Submits a query for each text. */
function read(...texts: string[]): void {
  for (const text of texts) outcomes.push(submit(session, 'read', print(text)))
}
/** Asks for a request, and returns its queries' texts; undefined without a request. */
async function ask(): Promise<string[] | undefined> {
  const asked = session.takeRequest(never)
  await vi.advanceTimersByTimeAsync(25_000)
  const job = await asked
  return job && [...new TextDecoder().decode(job.payload).matchAll(/<FullName>(\w+)</g)].map(([, text = '']) => text)
}
function serializeResponse(texts: readonly string[]): string {
  const responses = texts.map(
    (text, index) => `<CustomerQueryRs requestID="${index + 1}" statusCode="0"><Name>${text}</Name></CustomerQueryRs>`,
  )
  return `<?xml version="1.0" ?>\n<QBXML>\n<QBXMLMsgsRs>\n${responses.join('\n')}\n</QBXMLMsgsRs>\n</QBXML>\n`
}
function readOutcomes() {
  return outcomes.map(([outcome]) =>
    outcome !== undefined && 'response' in outcome ? new TextDecoder().decode(outcome.response) : outcome,
  )
}

it('sends up to eight reads in one message set, and gives each its response', async () => {
  const texts = Array.from({ length: 10 }, (_, n) => `n${n}`)
  read(...texts)
  expect(await ask()).toEqual(texts.slice(0, 8))
  await session.respond(serializeResponse(texts.slice(0, 8)))
  expect(await ask()).toEqual(texts.slice(8))
  await session.respond(serializeResponse(texts.slice(8)))
  expect(readOutcomes()).toEqual(texts.map((text) => serializeResponse([text])))
})

it('sends writes separately, and in the order of the requests', async () => {
  read('a', 'b')
  submit(session, 'write', print('c', 'CustomerAddRq'))
  read('d', 'e')
  expect(await ask()).toEqual(['a', 'b'])
  await session.respond(serializeResponse(['a', 'b']))
  expect(await ask()).toEqual(['c'])
  await session.respond('<QBXML/>')
  expect(await ask()).toEqual(['d', 'e'])
})

it.each([
  ['its response does not have one for each', () => session.respond(serializeResponse(['a']))],
  ['QuickBooks rejects its text', () => session.fail({ sent: false, reason: 'execution-error', error: rejected })],
  ['its response is too large', () => session.fail({ sent: true, lost: true, reason: 'too-large' })],
])('sends each read of a message set separately if %s', async (_, end) => {
  read('a', 'b')
  expect(await ask()).toEqual(['a', 'b'])
  await end()
  expect(readOutcomes()).toEqual([undefined, undefined])
  for (const text of ['a', 'b']) {
    expect(await ask()).toEqual([text])
    await session.respond(serializeResponse([text]))
  }
  expect(readOutcomes()).toEqual([serializeResponse(['a']), serializeResponse(['b'])])
})

it('reports all reads of a message set as lost where its run ends', async () => {
  read('a', 'b', 'c')
  await ask()
  session.endRun()
  expect(readOutcomes()).toEqual(Array.from({ length: 3 }, () => ({ sent: true, lost: true, reason: 'connection' })))
})

it('never sends a read again whose time ran out', async () => {
  read('a', 'b')
  await ask()
  await vi.advanceTimersByTimeAsync(240_000)
  expect(readOutcomes()).toEqual(Array.from({ length: 2 }, () => ({ sent: true, lost: true, reason: 'timeout' })))
  await session.fail({ sent: true, lost: true, reason: 'too-large' })
  expect(session.hasWork).toBe(false)
})

it('sends reads separately after a long response', async () => {
  read('a')
  await ask()
  await session.respond(serializeResponse(['a'.repeat(40_000)]))
  read('b', 'c', 'd')
  expect(await ask()).toEqual(['b'])
  await session.respond(serializeResponse(['b']))
  expect(await ask()).toEqual(['c', 'd'])
})
