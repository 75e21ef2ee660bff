import { branch, leaf, parseMessageSet, parseMessageSetResponse } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { findForeignRecord, findForeignResponse } from './find-foreign-response.ts'

const { requests } = parseMessageSet(
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq requestID="1"/><ClassQueryRq requestID="2"/></QBXMLMsgsRq></QBXML>',
)
function parseResponses(xml: string) {
  return parseMessageSetResponse(`<?xml version="1.0"?><QBXML><QBXMLMsgsRs>${xml}</QBXMLMsgsRs></QBXML>`)
}
function find(...responses: [name: string, requestId?: string][]) {
  const xml = responses.map(
    ([name, id]) => `<${name}${id === undefined ? '' : ` requestID="${id}"`} statusCode="0" statusMessage=""/>`,
  )
  return findForeignResponse({ requests, onError: 'stopOnError' }, parseResponses(xml.join('')))
}

it('accepts the responses to the requests, also to the first of them only', () => {
  expect(find(['CustomerQueryRs', '1'], ['ClassQueryRs', '2'])).toBeUndefined()
  expect(find(['CustomerQueryRs'])).toBeUndefined()
})

it('finds a response with another name, another requestID, or without a request', () => {
  expect(find(['InvoiceQueryRs', '1'])).toBe('InvoiceQueryRs is not a response to CustomerQueryRq')
  expect(find(['CustomerQueryRs', '2'])).toBe('CustomerQueryRs responds to request 2, not 1')
  expect(find(['CustomerQueryRs', '1'], ['ClassQueryRs', '2'], ['ClassQueryRs', '3'])).toMatch(/not a response/)
})

it('finds a write without response, unless an error kept it from running', () => {
  const set = {
    requests: [branch('CustomerMsgAddRq', []), branch('InvoiceAddRq', [])],
    onError: 'stopOnError',
  } as const
  const findAfter = (status: number) =>
    findForeignResponse(set, parseResponses(`<CustomerMsgAddRs statusCode="${status}" statusMessage=""/>`))
  expect(findAfter(0)).toBe('there is no response to InvoiceAddRq')
  expect(findAfter(3100)).toBeUndefined()
  expect(findForeignResponse(set, parseResponses(''))).toBeUndefined()
})

it.each([
  ['a change', branch('ClassModRq', [branch('ClassMod', [leaf('ListID', '1-1')])]), 'ClassModRs', 'ClassRet'],
  ['a void', branch('TxnVoidRq', [leaf('TxnVoidType', 'Bill'), leaf('TxnID', '1-1')]), 'TxnVoidRs', undefined],
])('finds another record in the response to %s', (_what, request, name, record) => {
  const set = { requests: [request], onError: 'stopOnError' } as const
  const findWith = (id: string) => {
    const found = record === undefined ? `<TxnID>${id}</TxnID>` : `<${record}><ListID>${id}</ListID></${record}>`
    return findForeignRecord(set, parseResponses(`<${name} statusCode="0" statusMessage="">${found}</${name}>`))
  }
  expect(findWith('1-1')).toBeUndefined()
  expect(findWith('2-1')).toBe(`${name} names 2-1, not 1-1`)
})
