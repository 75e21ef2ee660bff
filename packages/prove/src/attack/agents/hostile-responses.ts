import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'

const mebibyte = 1024 ** 2
const encoder = new TextEncoder()

/** Returns a message set with one response. */
export function respondWith(
  name: string,
  content: string,
  attributes = 'requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK"',
) {
  return `<?xml version="1.0"?><QBXML><QBXMLMsgsRs><${name} ${attributes}>${content}</${name}></QBXMLMsgsRs></QBXML>`
}

/** Returns a page of customers. */
export function page(content: string): string {
  return respondWith('CustomerQueryRs', content)
}

/** Returns a customer record. */
export function customerRet(id: string, name = 'A', more = ''): string {
  const times =
    '<TimeCreated>2026-01-01T00:00:00+00:00</TimeCreated><TimeModified>2026-01-01T00:00:00+00:00</TimeModified>'
  return `<CustomerRet><ListID>${id}</ListID>${times}<EditSequence>1</EditSequence><Name>${name}</Name><FullName>${name}</FullName><IsActive>true</IsActive>${more}</CustomerRet>`
}

/**
 * Compresses texts in another thread. The attacks share their event loop with the service, whose agents would seem lost
 * while a busy machine compresses 200 MiB.
 */
function zip(...texts: readonly string[]): Promise<Uint8Array> {
  return buffer(Readable.from(texts).pipe(createGzip()))
}

function zipSpaces(mebibytes: number): Promise<Uint8Array> {
  const [start = '', end = ''] = page('|').split('|')
  return zip(start, ...Array.from({ length: mebibytes }, () => ' '.repeat(mebibyte)), end)
}

function bytes(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Returns the head of a document with these declarations. */
export function doctype(content: string): string {
  return `<?xml version="1.0"?><!DOCTYPE QBXML [${content}]>`
}
/** Entities of which the last one is a billion characters long. */
export const entities = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
).join('')

/** Makes a response when it is sent. */
export type MakePayload = () => Uint8Array | Promise<Uint8Array>

/** Expensive responses to a read, or ones other than qbXML. */
export const bombs: Readonly<Record<string, MakePayload>> = {
  'gzip of 200 MiB of spaces': () => zipSpaces(200),
  'gzip of 17 MiB of records': () => zip(page(customerRet('1').repeat(70_000))),
  'a million elements': () => zip(page(`<CustomerRet>${'<A/>'.repeat(1_000_000)}</CustomerRet>`)),
  'a million attributes': () => zip(page(`<CustomerRet${' a="b"'.repeat(1_000_000)}/>`)),
  'two million attributes of many elements': () => zip(page('<CustomerRet a="" b="" c="" d=""/>'.repeat(400_000))),
  'elements a million deep': () => zip(page(`${'<A>'.repeat(1_000_000)}${'</A>'.repeat(1_000_000)}`)),
  'an element name of 8 MiB': () => zip(page(`<${'A'.repeat(8 * mebibyte)}/>`)),
  'a comment of 15 MiB': () => zip(page(`<!--${'x'.repeat(15 * mebibyte)}-->`)),
  'entities that grow to a billion': () => bytes(`${doctype(`<!ENTITY e0 "ha">${entities}`)}${page('&e9;')}`),
  'an external entity': () => bytes(`${doctype('<!ENTITY x SYSTEM "file:///etc/passwd">')}${page('&x;')}`),
  'an external DTD': () => bytes(`<!DOCTYPE QBXML SYSTEM "http://127.0.0.1:1/x.dtd">${page('')}`),
  'gzip that is cut off': async () => (await zip(page(customerRet('1').repeat(10_000)))).subarray(0, 500),
  'gzip with another gzip in it': async () => zip(Buffer.from(await zip(page(''))).toString('latin1')),
  'bytes that are not UTF-8': () => Uint8Array.from([0x3c, 0xff, 0xfe, 0x80, 0x00]),
  'UTF-16': () => Uint8Array.from(Buffer.from(page(''), 'utf16le')),
  'NUL characters': () => bytes(page('\0'.repeat(1_000))),
  'no bytes': () => new Uint8Array(),
  HTML: () => bytes('<html><body>Sign in</body></html>'),
  'an unclosed element': () => bytes(page('<CustomerRet>').slice(0, -30)),
  'a message set without responses': () => bytes('<QBXML><QBXMLMsgsRs/></QBXML>'),
  'two responses to one request': () =>
    bytes(
      '<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0"/><CustomerQueryRs requestID="1" statusCode="0"/></QBXMLMsgsRs></QBXML>',
    ),
}

/** Responses to reading customer 80000001-1 which say something else. */
export const lies: Readonly<Record<string, () => Uint8Array>> = {
  'another record': () => bytes(page(customerRet('80000002-2'))),
  'two records': () => bytes(page(customerRet('80000001-1') + customerRet('80000002-2'))),
  'another request ID': () => bytes(page(customerRet('80000001-1')).replace('requestID="1"', 'requestID="7"')),
  'the response to another request': () => bytes(respondWith('InvoiceQueryRs', '')),
  'a status that is not a number': () =>
    bytes(respondWith('CustomerQueryRs', '', 'requestID="1" statusCode="__proto__"')),
  'a status that does not exist': () =>
    bytes(
      respondWith('CustomerQueryRs', '', 'requestID="1" statusCode="999999" statusSeverity="Error" statusMessage="x"'),
    ),
  'a status message with a header': () =>
    bytes(
      respondWith(
        'CustomerQueryRs',
        '',
        'requestID="1" statusCode="3120" statusSeverity="Error" statusMessage="a&#13;&#10;Set-Cookie: a=b"',
      ),
    ),
}
