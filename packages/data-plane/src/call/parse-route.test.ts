import { parseQueryParameters } from '@bridge/platform/query-parameters'
import { runAtOnce } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { parseRoute } from './parse-route.ts'

async function parse(method: string, path: string, body?: unknown) {
  const [segments = '', query = ''] = path.split('?')
  const route = parseRoute({
    method,
    segments: segments.split('/').slice(1),
    parameters: parseQueryParameters(`?${query}`),
    time: new Date('2026-03-16T10:00:00Z'),
  })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return runAtOnce(route.parse(route.readsBody ? text : ''))
}

const record = { Id: '8-1', SyncToken: '0', GivenName: 'Bob' }

it.each([
  ['a read [dp-4.2:1]', 'GET', '/customer/8-1', undefined, 'read'],
  ['a read in any case', 'GET', '/CUSTOMER/8-1', undefined, 'read'],
  ['changed data', 'GET', '/cdc?entities=Customer&changedSince=2026-03-01', undefined, 'changes'],
  ['entitlements', 'GET', '/entitlements', undefined, 'entitlements'],
  ['preferences without an id', 'GET', '/preferences', undefined, 'read'],
  ['company info without an id', 'GET', '/companyinfo', undefined, 'read'],
  ['a read that carries a requestid', 'GET', '/customer/8-1?requestid=with blanks', undefined, 'read'],
  ['a create [dp-4.2:2]', 'POST', '/customer', { DisplayName: 'A' }, 'create'],
  ['an update by its Id only [dp-4.2.1]', 'POST', '/customer', record, 'update'],
  ['an update by its Id, a number [dp-4.2.1]', 'POST', '/customer', { ...record, Id: 145 }, 'update'],
  ['an update by its operation [dp-4.2:3]', 'POST', '/customer?operation=update', record, 'update'],
  ['a sparse update', 'POST', '/customer?&&operation=update&', { ...record, sparse: true }, 'update'],
  ['a delete [dp-4.2:4]', 'POST', '/invoice?operation=delete', record, 'delete'],
  ['an unknown include', 'POST', '/invoice?include=allowduplicatedocnum', {}, 'create'],
  ['a minorversion [dp-9.2]', 'POST', '/customer?minorversion=abc&format=json', { DisplayName: 'A' }, 'create'],
] as const)('parses %s', async (_what, method, path, body, kind) => {
  expect((await parse(method, path, body)).kind).toBe(kind)
})

it.each([
  ['a read', '/customer/8-1', 'read'],
  ['a query', '/query?query=select%20*%20from%20Item', 'query'],
])('parses HEAD as %s', async (_what, path, kind) => {
  expect((await parse('HEAD', path)).kind).toBe(kind)
})

it.each([
  ['POST', '/upload', /Attachable/],
  ['GET', '/download/99', /Attachable/],
  ['GET', '/invoice/8-1/pdf', /printed forms/],
  ['POST', '/Estimate/8-1/send?sendTo=a@b.example', /EmailStatus NeedToSend/],
  ['POST', '/taxservice/taxcode', /sales tax item/],
])('explains why %s %s is not served [dp-1.3]', async (method, path, detail) => {
  await expect(parse(method, path, {})).rejects.toMatchObject({
    code: 'UNSUPPORTED_BY_DESKTOP',
    detail: expect.stringMatching(detail),
  })
})

it.each([
  ['GET', '/nothing/8-1/pdf'],
  ['POST', '/invoice/8-1/pdf'],
  ['GET', '/upload/1/2'],
  ['HEAD', '/invoice/8-1/lines'],
])('rejects %s %s, which QBO does not have either [dp-7.2:NOT_FOUND]', async (method, path) => {
  await expect(parse(method, path, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it.each([
  ['an update without Id [dp-4.2.2]', '/customer?operation=update', { DisplayName: 'A' }, 'BAD_REQUEST'],
  ['sparse without Id [dp-4.2.2]', '/customer', { sparse: true, DisplayName: 'A' }, 'BAD_REQUEST'],
  ['a delete without Id [dp-4.2.5]', '/invoice?operation=delete', { SyncToken: '0' }, 'BAD_REQUEST'],
  ['an unknown operation [dp-4.2.5]', '/customer?operation=archive', record, 'BAD_REQUEST'],
  ['an empty operation [dp-4.2.5]', '/customer?operation=', record, 'BAD_REQUEST'],
  ['two operations [dp-4.2.5]', '/invoice?operation=update&operation=delete', record, 'BAD_REQUEST'],
  ['a delete that is also a void [dp-4.2.5]', '/invoice?operation=delete&include=void', record, 'BAD_REQUEST'],
  ['a body that is not JSON [dp-4.2.5] [dp-7.2:BAD_REQUEST]', '/customer', '<Customer/>', 'BAD_REQUEST'],
  ['an empty body [dp-4.2.5]', '/customer', '', 'BAD_REQUEST'],
  ['JSON that is not an object [dp-4.2.5]', '/customer', [record], 'BAD_REQUEST'],
  ['JSON null [dp-4.2.5]', '/customer', null, 'BAD_REQUEST'],
  ['a delete of a list record [dp-4.2.4]', '/customer?operation=delete', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['a delete of an account [dp-4.2.4]', '/account?operation=delete', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['a delete of a read-only record [dp-4.2.6]', '/companyinfo?operation=delete', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['an update of a read-only record [dp-4.2.6]', '/preferences?operation=update', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['an update by Id of a read-only record [dp-4.2.6] [dp-1.5:2]', '/companyinfo', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['a create of a read-only record [dp-1.5:2]', '/companyinfo', {}, 'UNSUPPORTED_BY_DESKTOP'],
  ['a gap entity [dp-1.5:1]', '/attachable', {}, 'UNSUPPORTED_BY_DESKTOP'],
  ['a planned entity [dp-1.5:1]', '/taxpayment', {}, 'UNSUPPORTED_BY_DESKTOP'],
  ['an unknown entity [dp-1.5:1] [dp-7.2:NOT_FOUND]', '/recurringtransaction', {}, 'NOT_FOUND'],
  ['a void of an entity without voids [dp-4.2-void.1]', '/customer?operation=void', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['a requestid with a space [dp-7.2:REQUESTID_INVALID]', '/customer?requestid=a b', record, 'REQUESTID_INVALID'],
  ['an empty requestid [dp-7.2:REQUESTID_INVALID]', '/customer?requestid=', record, 'REQUESTID_INVALID'],
  [
    'a requestid of 51 characters [dp-7.2:REQUESTID_INVALID]',
    `/customer?requestId=${'x'.repeat(51)}`,
    record,
    'REQUESTID_INVALID',
  ],
  ['a void of an unknown entity [dp-7.2:NOT_FOUND]', '/nothing?include=void', record, 'NOT_FOUND'],
] as const)('rejects %s', async (_what, path, body, code) => {
  await expect(parse('POST', path, body)).rejects.toMatchObject({ code })
})

it('rejects voiding a payment, in the form clients use, with 400 [dp-4.2-void.1]', async () => {
  const refused = parse('POST', '/payment?operation=update&include=void', { ...record, sparse: true })
  await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', status: 400 })
})

it('parses every form of a void as a void, never as an update [dp-4.2-void.1]', async () => {
  for (const path of ['/invoice?operation=void', '/invoice?operation=update&include=void', '/invoice?include=void']) {
    expect(await parse('POST', path, record)).toMatchObject({ kind: 'void', table: { name: 'Invoice' } })
    await expect(parse('POST', path, { SyncToken: '0' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

it.each(['delete', 'void'])('reads the Id and SyncToken of a %s without a body from the address', async (operation) => {
  const path = `/invoice?Id=8-1&SyncToken=17&operation=${operation}&requestid=a1`
  expect(await parse('POST', path, '')).toMatchObject({
    kind: operation,
    body: { Id: '8-1', SyncToken: '17' },
    write: { requestId: 'a1' },
  })
  expect(await parse('POST', path, { Id: '9-1', SyncToken: '0' })).toMatchObject({ body: { Id: '9-1' } })
  await expect(parse('POST', `/invoice?SyncToken=17&operation=${operation}`, '')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

it('never reads a create or an update from the address', async () => {
  for (const path of ['/invoice?Id=8-1&SyncToken=17', '/invoice?Id=8-1&SyncToken=17&operation=update'])
    await expect(parse('POST', path, '')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('accepts a requestid of 50 printable characters [dp-8:6] [dp-4.2-retries.2]', async () => {
  const requestId = `${'x'.repeat(49)}~`
  expect(await parse('POST', `/customer?requestid=${requestId}`, record)).toMatchObject({ write: { requestId } })
})

it('reads a query from the URL or from the body [dp-4.2:6]', async () => {
  const text = "select * from Customer where DisplayName = 'a'"
  expect(await parse('GET', `/query?query=${encodeURIComponent(text)}`)).toEqual({ kind: 'query', text })
  expect(await parse('GET', '/query?query=SELECT+%2A+FROM+Item')).toEqual({ kind: 'query', text: 'SELECT * FROM Item' })
  expect(await parse('POST', '/query?minorversion=75', text)).toEqual({ kind: 'query', text })
})

it.each([
  ['GET', '/query', ''],
  ['GET', '/query?query=', ''],
  ['GET', '/query?query=%20%0A', ''],
  ['POST', '/query', ' '],
])('rejects an empty query: %s %s [dp-7.2:QUERY_PARSER_ERROR]', async (method, path, body) => {
  await expect(parse(method, path, body)).rejects.toMatchObject({ code: 'QUERY_PARSER_ERROR' })
})
