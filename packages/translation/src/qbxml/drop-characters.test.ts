import { describe, expect, it } from 'vitest'
import { createCharacterFilter } from './drop-characters.ts'
import { parseMessageSetResponse } from './parse-message-set-response.ts'

function filter(...chunks: string[]) {
  const { write, close, ...rest } = createCharacterFilter()
  const text = chunks.map(write).join('') + close()
  return { text, rest }
}

describe('createCharacterFilter', () => {
  it('drops characters that XML 1.0 does not allow, raw and as references', () => {
    expect(filter('a\u000bb\u0000c&#11;d&#x1F;e&#xFFFE;f\ud800g').text).toBe('abcdefg')
  })

  it('keeps all others', () => {
    const text = 'é 日 😀 \t\r\n &amp; &#233; &#x65E5; &#128512; &#10;'
    expect(filter(text).text).toBe(text)
  })

  it('finds a character that is split between chunks', () => {
    const text = 'a&#11;b😀&#233;\u000b'
    for (let at = 0; at <= text.length; at += 1) {
      expect(filter(text.slice(0, at), text.slice(at)).text).toBe('ab😀&#233;')
    }
  })
})

describe('parseMessageSetResponse', () => {
  const parse = (memo: string, severity = 'Info', code = 0) =>
    parseMessageSetResponse(
      `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="${code}" statusSeverity="${severity}" statusMessage=""><CustomerRet><Notes>${memo}</Notes></CustomerRet></CustomerQueryRs></QBXMLMsgsRs></QBXML>`,
    ).responses[0]

  it('reads a record with a control character, and notes that it was dropped', () => {
    expect(parse('a&#11;b')).toMatchObject({ hasDroppedCharacters: true, elements: [{ children: [{ text: 'ab' }] }] })
    expect(parse('ab')).not.toHaveProperty('hasDroppedCharacters')
  })

  it('decides by the number of a status, whatever its word for the severity is', () => {
    expect(parse('', 'Warning', 530)?.statusSeverity).toBe('Warn')
    expect(parse('', 'Fatal', 3100)?.statusSeverity).toBe('Error')
    expect(parse('', 'Error', 1)?.statusSeverity).toBe('Info')
  })
})
