import { branch, leaf, parseMessageSet, serializeMessageSet } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { type BatchedQuery, readSingleQuery, serializeBatch, splitBatchResponse } from './message-set-batch.ts'

function query(name: string, text: string, attributes = {}) {
  return { ...branch(name, [leaf('FullName', text)]), attributes }
}
function print(...requests: ReturnType<typeof query>[]) {
  return serializeMessageSet({ requests, onError: 'stopOnError' })
}
function readQueries(...names: string[]): BatchedQuery[] {
  return names.flatMap((name) => readSingleQuery(print(query(name, 'A & B'))) ?? [])
}
function respond(...responses: string[]) {
  return `<?xml version="1.0" ?>\n<QBXML>\n<QBXMLMsgsRs>\n${responses.join('\n')}\n</QBXMLMsgsRs>\n</QBXML>\n`
}
function found(id: number, text: string, name = 'CustomerQueryRs') {
  return `<${name} requestID="${id}" statusCode="0"><Ret>${text}</Ret></${name}>`
}
function none(id: number) {
  return `<CustomerQueryRs requestID="${id}" statusCode="1" />`
}

describe('a message set', () => {
  it('travels with others if it has one query', () => {
    const texts = ['<CustomerQueryRq requestID="2">', '"', ' requestID="1"', 'é']
    const queries = texts.map((text) => readSingleQuery(print(query('CustomerQueryRq', text))))
    const empty = readSingleQuery(print(branch('HostQueryRq', []) as never))
    const batch = serializeBatch([...queries, empty].map((each) => each as BatchedQuery))
    const { requests, onError } = parseMessageSet(batch)
    expect(onError).toBe('continueOnError')
    expect(requests.map(({ attributes }) => attributes)).toEqual([1, 2, 3, 4, 5].map((n) => ({ requestID: String(n) })))
    expect(requests.map(({ children }) => children[0]?.text)).toEqual([...texts, undefined])
  })

  it.each([
    ['several queries', print(query('CustomerQueryRq', 'A'), query('CustomerQueryRq', 'B'))],
    ['a write', print(query('CustomerAddRq', 'A'))],
    ['an iterator', print(query('CustomerQueryRq', 'A', { iterator: 'Start' }))],
    ['a message set ID', serializeMessageSet({ requests: [], onError: 'stopOnError', newMessageSetId: 'a' })],
    ['another version', print(query('CustomerQueryRq', 'A')).replace('13.0', '12.0')],
    ['no request', '<QBXML/>'],
  ])('travels separately with %s', (_, messageSet) => {
    expect(readSingleQuery(messageSet)).toBeUndefined()
  })
})

describe('a response to several message sets', () => {
  const queries = readQueries('CustomerQueryRq', 'CustomerQueryRq', 'VendorQueryRq')

  it('a response to several message sets is split into what each of them would have received', () => {
    const response = respond(found(1, 'a'), none(2), found(3, '&lt;CustomerQueryRs requestID="4"', 'VendorQueryRs'))
    expect(splitBatchResponse(response, queries)).toEqual([
      respond(found(1, 'a')),
      respond(none(1)),
      respond(found(1, '&lt;CustomerQueryRs requestID="4"', 'VendorQueryRs')),
    ])
  })

  it.each([
    ['too few', respond(found(1, 'a'), none(2))],
    ['too many', respond(found(1, 'a'), none(2), none(3), found(3, 'c', 'VendorQueryRs'))],
    ['more at the end', respond(found(1, 'a'), none(2), found(3, 'c', 'VendorQueryRs'), none(4))],
    ['another order', respond(none(2), found(1, 'a'), found(3, 'c', 'VendorQueryRs'))],
    ['other queries', respond(found(1, 'a'), none(2), none(3))],
    ['a comment', respond(found(1, 'a<!-- -->'), none(2), found(3, 'c', 'VendorQueryRs'))],
    ['a CDATA section', respond(found(1, '<![CDATA[<]]>'), none(2), found(3, 'c', 'VendorQueryRs'))],
    ['half of it', respond(found(1, 'a'), none(2), found(3, 'c', 'VendorQueryRs')).slice(0, -20)],
    [
      'a status of the set',
      respond(found(1, 'a')).replace('<QBXMLMsgsRs>', '<QBXMLMsgsRs messageSetStatusCode="600">'),
    ],
    ['nothing', ''],
  ])('a response to several message sets is not split with %s', (_, response) => {
    expect(splitBatchResponse(response, queries)).toBeUndefined()
  })
})
