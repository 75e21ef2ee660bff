import { expect, it } from 'vitest'
import { queryParametersOf } from '../http/query-parameters.ts'
import { parseOperation } from './parse-operation.ts'

const parse = (method: string, path: string, body?: unknown) => {
  const [route = '', query = ''] = path.split('?')
  return parseOperation({
    method,
    segments: route.split('/').slice(1),
    parameters: queryParametersOf(`?${query}`),
    time: new Date('2026-03-16T10:00:00Z'),
    body: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
  })
}

const record = { Id: '8-1', SyncToken: '0', GivenName: 'Bob' }

it.each([
  ['[dp-4.2:GET-/v3/company/{realmId}/{entity}/{id}] a read', 'GET', '/customer/8-1', undefined, 'read'],
  ['a read in any case', 'GET', '/CUSTOMER/8-1', undefined, 'read'],
  ['changed data', 'GET', '/cdc?entities=Customer&changedSince=2026-03-01', undefined, 'changes'],
  ['entitlements', 'GET', '/entitlements', undefined, 'entitlements'],
  ['preferences without an id', 'GET', '/preferences', undefined, 'read'],
  ['company info without an id', 'GET', '/companyinfo', undefined, 'read'],
  ['a read that carries a requestid', 'GET', '/customer/8-1?requestid=with blanks', undefined, 'read'],
  ['[dp-4.2:POST-/v3/company/{realmId}/{entity}] a create', 'POST', '/customer', { DisplayName: 'A' }, 'create'],
  ['[dp-4.2.1] an update by its Id alone', 'POST', '/customer', record, 'update'],
  ['[dp-4.2.1] an update by its Id, a number', 'POST', '/customer', { ...record, Id: 145 }, 'update'],
  [
    '[dp-4.2:POST-/v3/company/{realmId}/{entity}~2] an update that says so',
    'POST',
    '/customer?operation=update',
    record,
    'update',
  ],
  ['a sparse update', 'POST', '/customer?&&operation=update&', { ...record, sparse: true }, 'update'],
  [
    '[dp-4.2:POST-/v3/company/{realmId}/{entity}?operation=de] a delete',
    'POST',
    '/invoice?operation=delete',
    record,
    'delete',
  ],
  ['an unknown include', 'POST', '/invoice?include=allowduplicatedocnum', {}, 'create'],
  ['[dp-9.2] a minorversion', 'POST', '/customer?minorversion=abc&format=json', { DisplayName: 'A' }, 'create'],
] as const)('understands %s', async (_what, method, path, body, kind) => {
  expect((await parse(method, path, body)).kind).toBe(kind)
})

it.each([
  ['[dp-4.2.2] an update without Id', '/customer?operation=update', { DisplayName: 'A' }, 'BAD_REQUEST'],
  ['[dp-4.2.2] sparse without Id', '/customer', { sparse: true, DisplayName: 'A' }, 'BAD_REQUEST'],
  ['[dp-4.2.5] a delete without Id', '/invoice?operation=delete', { SyncToken: '0' }, 'BAD_REQUEST'],
  ['[dp-4.2.5] an unknown operation', '/customer?operation=archive', record, 'BAD_REQUEST'],
  ['[dp-4.2.5] an empty operation', '/customer?operation=', record, 'BAD_REQUEST'],
  ['[dp-4.2.5] two operations', '/invoice?operation=update&operation=delete', record, 'BAD_REQUEST'],
  ['[dp-4.2.5] a delete that is also a void', '/invoice?operation=delete&include=void', record, 'BAD_REQUEST'],
  ['[dp-4.2.5] [dp-7.2:BAD_REQUEST] a body that is not JSON', '/customer', '<Customer/>', 'BAD_REQUEST'],
  ['[dp-4.2.5] an empty body', '/customer', '', 'BAD_REQUEST'],
  ['[dp-4.2.5] JSON that is no object', '/customer', [record], 'BAD_REQUEST'],
  ['[dp-4.2.5] JSON null', '/customer', null, 'BAD_REQUEST'],
  ['[dp-4.2.4] a delete of a list record', '/customer?operation=delete', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['[dp-4.2.4] a delete of an account', '/account?operation=delete', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['[dp-4.2.6] a delete of a read-only record', '/companyinfo?operation=delete', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['[dp-4.2.6] an update of a read-only record', '/preferences?operation=update', record, 'UNSUPPORTED_BY_DESKTOP'],
  [
    '[dp-4.2.6] [dp-1.5-Read-only-entities-expos] an update by Id of a read-only record',
    '/companyinfo',
    record,
    'UNSUPPORTED_BY_DESKTOP',
  ],
  ['[dp-1.5-Read-only-entities-expos] a create of a read-only record', '/companyinfo', {}, 'UNSUPPORTED_BY_DESKTOP'],
  ['[dp-1.5-Entity-names-of-gap-enti] a gap entity', '/attachable', {}, 'UNSUPPORTED_BY_DESKTOP'],
  ['[dp-1.5-Entity-names-of-gap-enti] a planned entity', '/taxpayment', {}, 'UNSUPPORTED_BY_DESKTOP'],
  ['[dp-1.5-Entity-names-of-gap-enti] [dp-7.2:NOT_FOUND] an unknown entity', '/recurringtransaction', {}, 'NOT_FOUND'],
  ['[dp-4.2-void.1] a void of what cannot be voided', '/customer?operation=void', record, 'UNSUPPORTED_BY_DESKTOP'],
  ['[dp-7.2:REQUESTID_INVALID] a requestid with a blank', '/customer?requestid=a b', record, 'REQUESTID_INVALID'],
  ['[dp-7.2:REQUESTID_INVALID] an empty requestid', '/customer?requestid=', record, 'REQUESTID_INVALID'],
  [
    '[dp-7.2:REQUESTID_INVALID] a requestid of 51 characters',
    `/customer?requestId=${'x'.repeat(51)}`,
    record,
    'REQUESTID_INVALID',
  ],
  ['[dp-7.2:NOT_FOUND] a void of an unknown entity', '/nothing?include=void', record, 'NOT_FOUND'],
] as const)('refuses %s', async (_what, path, body, code) => {
  await expect(parse('POST', path, body)).rejects.toMatchObject({ code })
})

it('[dp-4.2-void.1] answers a void of a payment, in the form that clients use, with 400', async () => {
  const refused = parse('POST', '/payment?operation=update&include=void', { ...record, sparse: true })
  await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', status: 400 })
})

it('[dp-4.2-void.1] takes every form of a void for one, never for an update', async () => {
  for (const path of ['/invoice?operation=void', '/invoice?operation=update&include=void', '/invoice?include=void']) {
    expect(await parse('POST', path, record)).toMatchObject({ kind: 'void', table: { name: 'Invoice' } })
    await expect(parse('POST', path, { SyncToken: '0' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

it('[dp-8:Write-requestid] [dp-4.2-safe-retries-requestid.2] takes a requestid of 50 printable characters', async () => {
  const requestId = `${'x'.repeat(49)}~`
  expect(await parse('POST', `/customer?requestid=${requestId}`, record)).toMatchObject({ requestId })
})

it('[dp-4.2:GET-/v3/company/{realmId}/query?query=-text] takes a query from the address or from the body', async () => {
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
])('[dp-7.2:QUERY_PARSER_ERROR] refuses an empty query: %s %s', async (method, path, body) => {
  await expect(parse(method, path, body)).rejects.toMatchObject({ code: 'QUERY_PARSER_ERROR' })
})
