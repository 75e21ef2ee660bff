import { parseMessageSet, parseMessageSetResponse } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { findForeignResponse } from './find-foreign-response.ts'

const { requests } = parseMessageSet(
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq requestID="1"/><ClassQueryRq requestID="2"/></QBXMLMsgsRq></QBXML>',
)
function find(...responses: [name: string, requestId?: string][]) {
  const xml = responses.map(
    ([name, id]) => `<${name}${id === undefined ? '' : ` requestID="${id}"`} statusCode="0" statusMessage=""/>`,
  )
  const set = parseMessageSetResponse(`<?xml version="1.0"?><QBXML><QBXMLMsgsRs>${xml.join('')}</QBXMLMsgsRs></QBXML>`)
  return findForeignResponse({ requests }, set)
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
