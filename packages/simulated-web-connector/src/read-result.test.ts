import { describe, expect, it } from 'vitest'
import { findMessage, readRecording } from '../test/recordings.fixture.ts'
import { ResultError, readInteger, readText, readTexts } from './read-result.ts'

const responses = readRecording('responses')
function recorded(name: string): string {
  return findMessage(responses, name)
}
const ticket = '9f3b2a10-0000-4000-8000-000000000001'

describe('A recorded result', () => {
  it.each([
    ['serverVersion', '1.0'],
    ['clientVersion, go on', ''],
    ['sendRequestXML, nothing', ''],
    ['getLastError', 'NoOp'],
    ['connectionError', 'done'],
    ['closeConnection', 'OK'],
  ] as const)('of %s is a text', (name, text) => {
    const [operation = ''] = name.split(',')
    expect(readText(operation as 'serverVersion', recorded(name))).toBe(text)
  })

  it('of sendRequestXML is a message set, unescaped once', () => {
    expect(readText('sendRequestXML', recorded('sendRequestXML, one message set'))).toBe(
      '<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq requestID="1"/></QBXMLMsgsRq></QBXML>',
    )
  })

  it.each([
    ['work for the open company file', [ticket, '']],
    ['no work', [ticket, 'none']],
    ['bad login', ['', 'nvu']],
    ['no work, not more often than every 300 s', [ticket, 'none', '', '300']],
  ])('of authenticate is an array with its empty texts: %s', (name, texts) => {
    expect(readTexts('authenticate', recorded(`authenticate, ${name}`))).toEqual(texts)
  })

  it('of receiveResponseXML is an integer', () => {
    expect(readInteger('receiveResponseXML', recorded('receiveResponseXML'))).toBe(100)
  })
})

describe('A result', () => {
  const envelope = (content: string) =>
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`

  it('may have any prefixes, but only the namespace of the service', () => {
    const strings = (namespace: string) =>
      envelope(
        `<q:authenticateResponse xmlns:q="http://developer.intuit.com/"><q:authenticateResult><string xmlns="${namespace}">a</string></q:authenticateResult></q:authenticateResponse>`,
      )
    expect(readTexts('authenticate', strings('http://developer.intuit.com/'))).toEqual(['a'])
    expect(readTexts('authenticate', strings('http://schemas.microsoft.com/2003/10/Serialization/Arrays'))).toEqual([])
  })

  it('keeps its whitespace, which is data', () => {
    const body = envelope(
      '<authenticateResponse xmlns="http://developer.intuit.com/"><authenticateResult><string>a</string><string>\n</string></authenticateResult></authenticateResponse>',
    )
    expect(readTexts('authenticate', body)).toEqual(['a', '\n'])
  })

  it.each([
    ['a page in HTML', '<html></html>'],
    ['a byte order mark', `\ufeff${envelope('')}`],
    ['an envelope of SOAP 1.2', envelope('').replace('schemas.xmlsoap.org/soap', 'www.w3.org/2003/05/soap')],
    ['no XML', 'Not found'],
    ['a body without a result', envelope('')],
    ['an undeclared prefix', envelope('<x:a/>')],
  ])('is not read from %s', (_what, body) => {
    expect(() => readText('getLastError', body)).toThrow(ResultError)
  })

  it('is the text of a SOAP fault as an error', () => {
    const fault = envelope('<s:Fault><faultcode>s:Server</faultcode><faultstring>Out of order</faultstring></s:Fault>')
    expect(() => readText('getLastError', fault)).toThrow(new ResultError('Out of order'))
  })

  it('is an integer where one is due', () => {
    const body = (result: string) =>
      envelope(
        `<receiveResponseXMLResponse xmlns="http://developer.intuit.com/"><receiveResponseXMLResult>${result}</receiveResponseXMLResult></receiveResponseXMLResponse>`,
      )
    expect(readInteger('receiveResponseXML', body('-101'))).toBe(-101)
    expect(() => readInteger('receiveResponseXML', body('done'))).toThrow(ResultError)
    expect(() => readInteger('receiveResponseXML', envelope('<other/>'))).toThrow(ResultError)
  })
})
