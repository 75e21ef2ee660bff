import { Fault } from '@bridge/faults'
import { describe, expect, it } from 'vitest'
import { parseBatch } from './parse-batch.ts'
import type { BatchItem } from './request.ts'

function parse(items: unknown, requestId?: string) {
  return parseBatch({ BatchItemRequest: items }, requestId).items
}
function parseItem(item: object, requestId?: string): BatchItem['operation'] | undefined {
  return parse([{ bId: '1', ...item }], requestId)[0]?.operation
}
function getFault(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, element: error.element }
    throw error
  }
  return undefined
}

const create = { operation: 'create', Customer: { DisplayName: 'A' } }
const invoice = { Id: '1-1', SyncToken: '0' }

describe('parseBatch', () => {
  it.each([
    ['a create', create, 'create'],
    ['an update', { operation: 'update', Customer: { Id: '1', SyncToken: '0', sparse: true } }, 'update'],
    [
      'an update of a record whose Id is a number',
      { operation: 'update', Customer: { Id: 1, SyncToken: 0 } },
      'update',
    ],
    ['a delete', { operation: 'delete', Invoice: invoice }, 'delete'],
    ['a void', { operation: 'update', optionsData: 'void', Invoice: invoice }, 'void'],
    ['a void by its operation', { operation: 'void', Invoice: invoice }, 'void'],
    ['a void by its operation and its option', { operation: 'void', optionsData: 'void', Invoice: invoice }, 'void'],
    ['a void in capitals', { operation: 'UPDATE', optionsData: 'Void', Invoice: invoice }, 'void'],
    ['a query', { Query: 'select * from Customer' }, 'query'],
    ['a query by its operation', { operation: 'query', Query: 'select * from Customer' }, 'query'],
    ['an entity in lower case', { operation: 'create', customer: { DisplayName: 'A' } }, 'create'],
    ['fields with null', { ...create, Query: null, optionsData: null, Invoice: null }, 'create'],
    ['blank options', { ...create, optionsData: '' }, 'create'],
  ])('parses %s', (_what, item, kind) => {
    expect(parseItem(item)).toMatchObject({ kind })
  })

  it('keeps a bId unchanged, and converts a number to a string', () => {
    const uuid = 'a3d6b1c0-1c80-4e2b-93ab-9d2b9d1f0f11'
    expect(
      parse([
        { bId: uuid, ...create },
        { bId: 7, ...create },
      ]).map(({ bId }) => bId),
    ).toEqual([uuid, '7'])
  })

  it('combines requestid and bId for a write [dp-4.2-retries.6]', () => {
    expect(parseItem(create, 'r-1')).toMatchObject({ write: { requestId: 'r-1:1' } })
    expect(parseItem({ Query: 'select * from Customer' }, 'r-1')).toEqual({
      kind: 'query',
      text: 'select * from Customer',
    })
    expect(parseItem(create)).not.toHaveProperty('write.requestId')
  })
})

describe('parseBatch with a bad envelope [dp-4.4.2] [dp-7.2:BATCH_INVALID_REQUEST]', () => {
  it.each([
    ['no items', {}, 'BatchItemRequest'],
    ['an object instead of items', { BatchItemRequest: { 0: create } }, 'BatchItemRequest'],
    ['an array as body', [create], 'BatchItemRequest'],
    ['null as body', null, 'BatchItemRequest'],
  ])('rejects the batch for %s', (_what, body, element) => {
    expect(getFault(() => parseBatch(body, undefined))).toEqual({ code: 'BATCH_INVALID_REQUEST', element })
  })

  it.each([
    ['an item that is not an object', 'create', ''],
    ['no bId', create, '.bId'],
    ['an empty bId', { bId: '', ...create }, '.bId'],
    ['a bId that is not a string', { bId: {}, ...create }, '.bId'],
    ['no payload', { bId: '2', operation: 'create' }, ''],
    ['a payload without a value', { bId: '2', operation: 'create', Customer: null }, ''],
    ['two payloads', { bId: '2', ...create, Vendor: {} }, ''],
    ['a payload and a query', { bId: '2', ...create, Query: 'select * from Customer' }, ''],
    ['the same entity twice', { bId: '2', ...create, customer: {} }, ''],
    ['a payload that is a string', { bId: '2', operation: 'create', Customer: 'A' }, '.Customer'],
    ['a payload that is an array', { bId: '2', operation: 'create', Customer: [{}] }, '.Customer'],
    ['a query that is not a string', { bId: '2', Query: { select: '*' } }, '.Query'],
    ['a query that deletes', { bId: '2', operation: 'delete', Query: 'select * from Customer' }, '.operation'],
    ['no operation', { bId: '2', Customer: { DisplayName: 'A' } }, '.operation'],
    ['an unknown operation', { bId: '2', operation: 'upsert', Customer: {} }, '.operation'],
    ['an operation that is not a string', { bId: '2', operation: ['create'], Customer: {} }, '.operation'],
    ['a create with an Id', { bId: '2', operation: 'create', Customer: { Id: '1' } }, '.Customer.Id'],
    ['an update without an Id', { bId: '2', operation: 'update', Customer: { SyncToken: '0' } }, '.Customer.Id'],
    ['a delete without an Id', { bId: '2', operation: 'delete', Invoice: { Id: '' } }, '.Invoice.Id'],
    ['a void without an Id', { bId: '2', operation: 'void', Invoice: {} }, '.Invoice.Id'],
    ['a bId used twice', { bId: '1', Query: 'select * from Customer' }, '.bId'],
  ])('rejects the batch for %s', (_what, item, place) => {
    expect(getFault(() => parse([{ bId: '1', ...create }, item]))).toEqual({
      code: 'BATCH_INVALID_REQUEST',
      element: `BatchItemRequest[1]${place}`,
    })
  })
})

it('accepts 30 items and rejects 31 [dp-4.4.3] [dp-7.2:BATCH_TOO_MANY_ITEMS] [dp-8:4]', () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => ({ bId: String(index), ...create }))
  expect(parse(items(30))).toHaveLength(30)
  expect(parse([])).toEqual([])
  expect(getFault(() => parse(items(31)))).toEqual({ code: 'BATCH_TOO_MANY_ITEMS', element: 'BatchItemRequest' })
})

describe('parseBatch with unsupported options [dp-4.4.4] [dp-7.2:BATCH_UNSUPPORTED_OPTION]', () => {
  it.each([
    ['another value on an update', { operation: 'update', optionsData: 'print', Invoice: invoice }],
    ['another value on a void', { operation: 'void', optionsData: 'print', Invoice: invoice }],
    ['a value that is not a string', { operation: 'update', optionsData: { void: true }, Invoice: invoice }],
    ['another value on a create', { ...create, optionsData: 'allowduplicatedocnum' }],
    ['void on a create', { ...create, optionsData: 'void' }],
    ['void on a delete', { operation: 'delete', optionsData: 'void', Invoice: invoice }],
    ['void on a query', { Query: 'select * from Customer', optionsData: 'void' }],
  ])('fails only the item with %s', (_what, item) => {
    const [refused, other] = parse([
      { bId: '1', ...item },
      { bId: '2', ...create },
    ])
    expect(refused?.operation).toMatchObject({
      code: 'BATCH_UNSUPPORTED_OPTION',
      element: 'BatchItemRequest[0].optionsData',
    })
    expect(other?.operation).toMatchObject({ kind: 'create' })
  })
})

it.each([
  ['an unknown entity', { operation: 'create', Widget: {} }, 'NOT_FOUND'],
  ['a name that every object inherits', { operation: 'create', constructor: {} }, 'NOT_FOUND'],
  ['an entity that the desktop lacks', { operation: 'create', Attachable: {} }, 'UNSUPPORTED_BY_DESKTOP'],
  ['a deletion of a list record', { operation: 'delete', Customer: invoice }, 'UNSUPPORTED_BY_DESKTOP'],
  ['an update of a read-only entity', { operation: 'update', CompanyInfo: invoice }, 'UNSUPPORTED_BY_DESKTOP'],
  ['a void of a payment', { operation: 'void', Payment: invoice }, 'UNSUPPORTED_BY_DESKTOP'],
  ['a sparse update without Id', { operation: 'create', Customer: { sparse: true } }, 'BAD_REQUEST'],
])('fails only the item with %s', (_what, item, code) => {
  expect(parseItem(item)).toMatchObject({ code })
})

describe('parseBatch with a requestid [dp-8:5] [dp-4.2-retries.2]', () => {
  it.each([
    ['10 characters', '0123456789'],
    ['10 characters outside ASCII', '😀'.repeat(10)],
    ['a space', 'item 1'],
  ])('accepts a bId with %s', (_what, bId) => {
    expect(parse([{ bId, ...create }], 'r-1')).toHaveLength(1)
  })

  it.each([
    ['11 characters', '0123456789a'],
    ['a control character', 'a\u0000'],
    ['an unpaired surrogate', 'a\ud800'],
  ])('rejects a bId with %s', (_what, bId) => {
    const items = [
      { bId: '1', ...create },
      { bId, ...create },
    ]
    expect(getFault(() => parse(items, 'r-1'))).toEqual({
      code: 'REQUESTID_INVALID',
      element: 'BatchItemRequest[1].bId',
    })
    expect(parse(items)).toHaveLength(2)
  })
})
