import { gzipSync } from 'node:zlib'
import type { Attack } from '../run/attack.ts'
import { findHeader, type Reply } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import { toCall } from './to-call.ts'

const mebibyte = 1024 ** 2

type Body = Pick<AttackRequest, 'body' | 'headers'>

function json(body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Body {
  return { body, headers: { 'content-type': 'application/json', ...headers } }
}

function xml(body: string): Body {
  return { body, headers: { 'content-type': 'application/xml' } }
}

function repeat(count: number, toText: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => toText(index)).join(',')
}

const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join(
  '',
)

/** Bodies for a new customer to be refused. Each is made when sent. */
const customers: Readonly<Record<string, () => Body>> = {
  'arrays 200,000 deep': () => json('['.repeat(200_000)),
  'objects 100,000 deep': () => json(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'a known field 10,000 deep': () => json(`${'{"BillAddr":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  '3 MiB': () => json(JSON.stringify({ DisplayName: 'x'.repeat(3 * mebibyte) })),
  'gzip of 64 MiB': () => json(gzipSync(' '.repeat(64 * mebibyte)), { 'content-encoding': 'gzip' }),
  'gzip that is cut off': () => json(gzipSync('{"DisplayName":"A"}').subarray(0, 20), { 'content-encoding': 'gzip' }),
  'an unknown encoding': () => json('{}', { 'content-encoding': 'compress' }),
  '100,000 fields': () => json(`{${repeat(100_000, (index) => `"a${index}":1`)}}`),
  __proto__: () => json('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  'numbers of 100,000 digits': () => json(`{"DisplayName":"A","OpeningBalance":${'9'.repeat(100_000)}}`),
  'an infinite number': () => json('{"DisplayName":"A","OpeningBalance":1e999}'),
  NaN: () => json('{"DisplayName":NaN}'),
  'bytes that are not UTF-8': () => json(Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
  'UTF-16': () => json(Uint8Array.from(Buffer.from('{"DisplayName":"A"}', 'utf16le'))),
  NUL: () => json('{"DisplayName":"a\\u0000b"}'),
  'an array': () => json('[{"DisplayName":"A"}]'),
  text: () => json('DisplayName=A'),
  nothing: () => json(''),
  'entities that grow to a billion': () =>
    xml(`<!DOCTYPE Customer [<!ENTITY e0 "ha">${entities}]><Customer><DisplayName>&e9;</DisplayName></Customer>`),
  'an external entity': () =>
    xml(
      '<!DOCTYPE Customer [<!ENTITY x SYSTEM "file:///etc/passwd">]><Customer><DisplayName>&x;</DisplayName></Customer>',
    ),
  'an external DTD': () => xml('<!DOCTYPE Customer SYSTEM "http://127.0.0.1:1/x.dtd"><Customer/>'),
  '60,000 elements': () => xml(`<Customer>${'<A/>'.repeat(60_000)}</Customer>`),
  '60,000 attributes': () =>
    xml(`<Customer${Array.from({ length: 60_000 }, (_, index) => ` a${index}="1"`).join('')}/>`),
  'elements 50,000 deep': () => xml('<Customer>'.repeat(50_000)),
  'an unclosed comment': () => xml('<Customer><!--'),
}

const line = '{"Amount":1,"DetailType":"SalesItemLineDetail","SalesItemLineDetail":{"ItemRef":{"value":"1"}}}'

/** Bodies for other paths to be refused. */
const others: Readonly<Record<string, readonly [string, () => Body]>> = {
  'an invoice of 14,000 lines': [
    '/invoice',
    () => json(`{"CustomerRef":{"value":"1"},"Line":[${repeat(14_000, () => line)}]}`),
  ],
  'a batch of 1,000 items': [
    '/batch',
    () =>
      json(`{"BatchItemRequest":[${repeat(1_000, (index) => `{"bId":"${index}","Query":"select * from Customer"}`)}]}`),
  ],
  'a batch in a batch': [
    '/batch',
    () => json('{"BatchItemRequest":[{"bId":"1","operation":"create","BatchItemRequest":[]}]}'),
  ],
  'a batch with one ID thirty times': [
    '/batch',
    () => json(`{"BatchItemRequest":[${repeat(30, () => '{"bId":"1","Query":"select * from Customer"}')}]}`),
  ],
  'a batch that is an object': ['/batch', () => json('{"BatchItemRequest":{"length":1000000000}}')],
  'a query of 10,000 conditions': [
    '/query',
    () => ({ body: `select * from Customer where ${Array(10_000).fill("DisplayName = 'a'").join(' and ')}` }),
  ],
  'a query with IN of 50,000 values': [
    '/query',
    () => ({ body: `select * from Customer where Id in (${repeat(50_000, (index) => `'${index}'`)})` }),
  ],
  'a query with nested brackets': [
    '/query',
    () => ({ body: `select * from Customer where ${'('.repeat(50_000)}Id = '1'` }),
  ],
  'a query of 1 MiB': [
    '/query',
    () => ({ body: `select * from Customer where DisplayName = '${'x'.repeat(mebibyte)}'` }),
  ],
  'a query from a property of every object': ['/query', () => ({ body: 'select * from constructor' })],
  'a query that ends a statement': ['/query', () => ({ body: 'select * from Customer; drop table realm' })],
  'a query by UNION': ['/query', () => ({ body: 'select * from Customer union select * from realm' })],
  'a query of all pages': ['/query', () => ({ body: 'select * from Customer maxresults 1000000000' })],
}

/** Returns whether the request was refused as the client's mistake, without a header it names. */
export function isRejected(reply: Reply): boolean {
  return reply.status >= 400 && reply.status < 500 && findHeader(reply, 'set-cookie') === undefined
}

function attackBody(name: string, path: string, toBody: () => Body): Attack<Reply> {
  return {
    name,
    attempt: (target) => target.send(toCall(target, { method: 'POST', path, ...toBody() })),
    holds: isRejected,
  }
}

/** Hostile bodies for the data plane. */
export const bodyAttacks: readonly Attack[] = [
  ...Object.entries(customers).map(([name, toBody]) => attackBody(`body: ${name}`, '/customer', toBody)),
  ...Object.entries(others).map(([name, [path, toBody]]) => attackBody(`body: ${name}`, path, toBody)),
  {
    name: 'query: a pattern of 2,000 percent signs',
    attempt: (target) =>
      target.send(
        toCall(target, {
          method: 'POST',
          path: '/query',
          body: `select * from Customer where DisplayName LIKE '${'%a'.repeat(2_000)}b'`,
        }),
      ),
    holds: ({ status }) => status === 200,
  } satisfies Attack<Reply>,
]
