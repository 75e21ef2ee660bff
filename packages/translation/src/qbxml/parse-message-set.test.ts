import { describe, expect, it } from 'vitest'
import { branch, leaf } from './element.ts'
import { parseMessageSet } from './parse-message-set.ts'
import { printMessageSet } from './print.ts'
import { QbxmlSyntaxError } from './syntax-error.ts'

function setOf(inside: string, attributes = 'onError="stopOnError"'): string {
  return `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq ${attributes}>${inside}</QBXMLMsgsRq></QBXML>`
}

describe('parseMessageSet', () => {
  it('reads what was printed', () => {
    const requests = [
      branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', 'Kern & Söhne 😀')])], { requestID: 'a' }),
      branch('CustomerQueryRq', [leaf('MaxReturned', '20')], { requestID: 'b', iterator: 'Start' }),
    ]
    const set = { requests, onError: 'continueOnError', newMessageSetId: 'n', oldMessageSetId: 'o' } as const
    expect(parseMessageSet(printMessageSet(set))).toEqual({ version: '13.0', ...set })
  })

  it('reads an empty set, which asks for the state of an earlier one', () => {
    expect(parseMessageSet(setOf('', 'onError="stopOnError" newMessageSetID="x" oldMessageSetID="x"'))).toEqual({
      version: '13.0',
      onError: 'stopOnError',
      newMessageSetId: 'x',
      oldMessageSetId: 'x',
      requests: [],
    })
  })

  it.each([
    ['no onError', setOf('', '')],
    ['rollbackOnError', setOf('', 'onError="rollbackOnError"')],
    ['an unknown attribute', setOf('', 'onError="stopOnError" newMessageSetId="x"')],
    ['a bad responseData', setOf('', 'onError="stopOnError" responseData="some"')],
    ['no version', setOf('').replace('<?qbxml version="13.0"?>', '')],
    ['an empty instruction', setOf('').replace(' version="13.0"?><Q', '?><Q')],
    ['an answer', '<?qbxml version="13.0"?><QBXML><QBXMLMsgsRs/></QBXML>'],
    ['two sets', setOf('').replace('</QBXML>', '<QBXMLMsgsRq onError="stopOnError"/></QBXML>')],
    ['text beside requests', setOf('stray<HostQueryRq/>')],
    ['an unclosed request', setOf('<HostQueryRq>')],
  ])('refuses %s', (_what, text) => {
    expect(() => parseMessageSet(text)).toThrow(QbxmlSyntaxError)
  })
})
