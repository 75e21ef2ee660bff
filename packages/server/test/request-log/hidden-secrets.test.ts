import { setImmediate } from 'node:timers/promises'
import type { Desktop } from '@bridge/data-plane/desktop/desktop'
import { listParts, type SentSecret, sentSecrets, toWords } from '@bridge/platform/testing/secrets'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productionRealmId, startBridge, type TestBridge, type TestRequest } from '../bridge.fixture.ts'

/** The company file's response to the next exchange. */
let desktopResponse = ''
const production: Desktop = {
  exchange: async () => ({ sent: true, lost: false, response: desktopResponse, timing: { queueMs: 1, desktopMs: 1 } }),
}
const output: string[] = []

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({
    sandboxBooks: 'empty',
    productionDesktop: production,
    logger: pino({ level: 'trace' }, { write: (line) => output.push(line) }),
    config: { restRequestsPerMinute: 100_000, sandboxCallsPerDay: 100_000 },
  })
  await bridge.database.realmSettings.create({ data: { realmId: productionRealmId, values: { logsBodies: true } } })
})
afterAll(() => bridge.stop())

const encode = encodeURIComponent
const xml = { 'content-type': 'application/xml' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const refusal = respond('<CustomerAddRs statusCode="3100" statusSeverity="Error" statusMessage="No."/>')

interface Place {
  readonly name: string
  /** Returns a call with the secret there. */
  readonly toCall: (secret: SentSecret) => readonly [path: string, sent?: TestRequest]
  /** Whether the log does not have the place at all. */
  readonly isDropped?: true
  /** The company file's response with the secret. */
  readonly toResponse?: (secret: SentSecret) => string
}

const places: readonly Place[] = [
  {
    name: 'a parameter',
    isDropped: true,
    toCall: ({ name, value }) => [`/customer/1?${name}=${encode(value)}&minorversion=75`],
  },
  {
    name: 'a parameter of another name',
    isDropped: true,
    toCall: ({ value }) => [`/customer/1?note=${encode(value)}`],
  },
  { name: 'a known parameter', toCall: (secret) => [`/customer/1?minorversion=${encode(toWords(secret))}`] },
  { name: 'a requestid', toCall: (secret) => [`/customer?requestid=${encode(toWords(secret))}`, { json: {} }] },
  { name: 'the path', toCall: (secret) => [`/customer/${encode(toWords(secret))}`] },
  {
    name: 'a header',
    toCall: (secret) => [
      '/customer/1',
      { headers: { 'user-agent': `client ${toWords(secret)}`, 'x-note': secret.value } },
    ],
  },
  { name: 'the trace ID', toCall: (secret) => ['/customer/1', { headers: { 'x-request-id': toWords(secret) } }] },
  { name: 'JSON', toCall: ({ name, value }) => ['/customer', { json: { DisplayName: 'A', [name]: value } }] },
  {
    name: 'words in JSON',
    toCall: (secret) => ['/customer', { json: { Notes: `Call me. ${toWords(secret)} Thanks.` } }],
  },
  {
    name: 'JSON in JSON',
    toCall: ({ name, value }) => ['/customer', { json: { Notes: JSON.stringify({ a: 1, [name]: value, b: 2 }) } }],
  },
  {
    name: 'a custom field',
    toCall: ({ name, value }) => [
      '/customer',
      { json: { CustomField: [{ Name: name, Type: 'StringType', StringValue: value }] } },
    ],
  },
  {
    name: 'escapes in JSON',
    toCall: ({ name, value }) => [
      '/customer',
      { text: JSON.stringify({ [name]: value }).replace(/[a-z_]/gi, (c) => `\\u00${c.charCodeAt(0).toString(16)}`) },
    ],
  },
  { name: 'JSON that is cut off', toCall: ({ name, value }) => ['/customer', { text: `{"${name}":"${value}` }] },
  {
    name: 'XML',
    toCall: ({ name, value }) => [
      '/customer',
      { text: `<Customer><${name}>${escapeXml(value)}</${name}></Customer>`, headers: xml },
    ],
  },
  {
    name: 'words in XML',
    toCall: (secret) => [
      '/customer',
      { text: `<Customer><Notes>${escapeXml(toWords(secret))}</Notes></Customer>`, headers: xml },
    ],
  },
  {
    name: 'XML in XML',
    toCall: ({ name, value }) => [
      '/customer',
      { text: `<Customer><Notes>&lt;${name}&gt;${escapeXml(value)}&lt;/${name}&gt;</Notes></Customer>`, headers: xml },
    ],
  },
  {
    name: 'a form',
    toCall: ({ name, value }) => [
      '/customer',
      { text: new URLSearchParams({ a: '1', [name]: value, b: '2' }).toString(), headers: form },
    ],
  },
  {
    name: 'a query in single quotes',
    toCall: ({ name, value }) => [`/query?query=${encode(`select * from Customer where ${name} = '${value}'`)}`],
  },
  {
    name: 'a query in double quotes',
    toCall: ({ name, value }) => ['/query', { text: `select * from Customer where ${name} = "${value}"` }],
  },
  {
    name: 'a query in a batch',
    toCall: ({ name, value }) => [
      '/batch',
      { json: { BatchItemRequest: [{ bId: '1', Query: `select * from Customer where ${name} in ("${value}")` }] } },
    ],
  },
  { name: 'the detail of a fault', toCall: (secret) => [`/reports/${encode(toWords(secret))}`] },
  {
    name: 'the detail of a fault about a parameter',
    toCall: (secret) => [`/customer?operation=${encode(toWords(secret))}`, { json: {} }],
  },
]

/** Calls to a company file, with kept qbXML. */
const desktopPlaces: readonly Place[] = [
  {
    name: 'words in the qbXML of a request',
    toCall: (secret) => ['/customer', { json: { DisplayName: 'A', Notes: `Call me. ${toWords(secret)}` } }],
  },
  {
    name: 'an element of the qbXML of a response',
    toCall: () => ['/customer/1-1'],
    toResponse: ({ name, value }) =>
      respond(
        `<CustomerQueryRs statusCode="0"><CustomerRet><${name}>${escapeXml(value)}</${name}></CustomerRet></CustomerQueryRs>`,
      ),
  },
  {
    name: 'words in the qbXML of a response',
    toCall: () => ['/customer/1-1'],
    toResponse: (secret) =>
      respond(
        `<CustomerQueryRs statusCode="3120" statusSeverity="Error" statusMessage="${escapeXml(toWords(secret))}"/>`,
      ),
  },
]

/** Returns everything logged since the last time. */
async function findLogged() {
  // The calls are recorded in the turn after their response.
  await setImmediate()
  await bridge.requestLog.flush()
  const rows = await bridge.database.$queryRaw<
    { row: string; status: number }[]
  >`SELECT status, logged::text AS row FROM logged_request AS logged`
  await bridge.database.loggedRequest.deleteMany()
  const text = [...rows.map(({ row }) => row), ...output.splice(0)].join('\n')
  // JSON in PostgreSQL has escapes, and each nesting level has more.
  return { rows, text: `${text}\n${text.replaceAll('\\', '')}` }
}

describe('the request log and the log of the server', () => {
  it.each([...places, ...desktopPlaces])('keep no part of any secret in $name', async (place) => {
    const call = desktopPlaces.includes(place) ? bridge.production.call : bridge.call
    for (const secret of sentSecrets) {
      desktopResponse = place.toResponse?.(secret) ?? refusal
      await call(...place.toCall(secret))
    }
    const { rows, text } = await findLogged()
    expect(rows.filter(({ status }) => status !== 429)).toHaveLength(sentSecrets.length)
    expect(text.includes('[hidden]')).toBe(place.isDropped !== true)
    const left = sentSecrets.filter((secret) => listParts(secret).some((part) => text.includes(part)))
    expect(left.map(({ kind }) => kind)).toEqual([])
  })
})

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function respond(messages: string): string {
  return `<QBXML><QBXMLMsgsRs>${messages}</QBXMLMsgsRs></QBXML>`
}
