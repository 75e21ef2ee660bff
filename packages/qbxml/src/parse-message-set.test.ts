import { describe, expect, it } from 'vitest'
import { branch, leaf } from './element.ts'
import { parseMessageSet } from './parse-message-set.ts'
import { serializeMessageSet } from './serialize.ts'
import { QbxmlSyntaxError } from './syntax-error.ts'

function wrapRequests(inside: string, attributes = 'onError="stopOnError"'): string {
  return `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq ${attributes}>${inside}</QBXMLMsgsRq></QBXML>`
}

describe('parseMessageSet', () => {
  it('reads back a serialized message set', () => {
    const requests = [
      branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', 'Kern & Söhne 😀')])], { requestID: 'a' }),
      branch('CustomerQueryRq', [leaf('MaxReturned', '20')], { requestID: 'b', iterator: 'Start' }),
    ]
    const messageSet = { requests, onError: 'continueOnError', newMessageSetId: 'n', oldMessageSetId: 'o' } as const
    expect(parseMessageSet(serializeMessageSet(messageSet))).toEqual({ version: '13.0', ...messageSet })
  })

  it('reads an empty message set, which asks about an earlier one', () => {
    expect(parseMessageSet(wrapRequests('', 'onError="stopOnError" newMessageSetID="x" oldMessageSetID="x"'))).toEqual({
      version: '13.0',
      onError: 'stopOnError',
      newMessageSetId: 'x',
      oldMessageSetId: 'x',
      requests: [],
    })
  })

  it.each([
    ['no onError', wrapRequests('', '')],
    ['rollbackOnError', wrapRequests('', 'onError="rollbackOnError"')],
    ['an unknown attribute', wrapRequests('', 'onError="stopOnError" newMessageSetId="x"')],
    ['a bad responseData', wrapRequests('', 'onError="stopOnError" responseData="some"')],
    ['no version', wrapRequests('').replace('<?qbxml version="13.0"?>', '')],
    ['an empty instruction', wrapRequests('').replace(' version="13.0"?><Q', '?><Q')],
    ['a response', '<?qbxml version="13.0"?><QBXML><QBXMLMsgsRs/></QBXML>'],
    ['two sets', wrapRequests('').replace('</QBXML>', '<QBXMLMsgsRq onError="stopOnError"/></QBXML>')],
    ['text between requests', wrapRequests('stray<HostQueryRq/>')],
    ['an unclosed request', wrapRequests('<HostQueryRq>')],
  ])('rejects %s', (_case, text) => {
    expect(() => parseMessageSet(text)).toThrow(QbxmlSyntaxError)
  })
})
