import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SoapCall } from './operations.ts'
import { readSoapCall, SoapCallError } from './read-call.ts'
import { escapeText, serializeSoapFault, serializeSoapResult } from './serialize-result.ts'
import { serializeWsdl } from './wsdl.ts'

const soap = 'http://schemas.xmlsoap.org/soap/envelope/'
const intuit = 'http://developer.intuit.com/'
const ticket = '9f3b2a10-0000-4000-8000-000000000001'

/** Reads a recording's messages by their names. */
function recording(file: string): Map<string, string> {
  const text = readFileSync(new URL(`../../../test/recordings/${file}`, import.meta.url), 'utf8')
  const messages = text.split(/^### /m).slice(1)
  return new Map(
    messages.map((message) => [message.split('\n', 1)[0] ?? '', message.slice(message.indexOf('\n') + 1).trim()]),
  )
}
function read(text: string): SoapCall {
  const reading = readSoapCall(Buffer.from(text))
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}
function envelope(body: string, namespace = soap): string {
  return `<e:Envelope xmlns:e="${namespace}"><e:Body>${body}</e:Body></e:Envelope>`
}

describe('a request of the Web Connector', () => {
  const requests = [...recording('requests.xml.txt')].slice(1)

  it.each(requests)('a request of the Web Connector is read as recorded: %s', (name, text) => {
    const { operation, parameters } = read(text)
    expect(name.startsWith(operation)).toBe(true)
    if ('ticket' in parameters) expect(parameters.ticket).toBe(ticket)
  })

  it.each(['', '&#252;', '&#x0;'])(
    'a request of the Web Connector has a long response unescaped once, with the reference "%s"',
    (reference) => {
      const response = `<a b="it's">&amp;lt; &lt; &#252;</a>`.repeat(50)
      const escaped = escapeText(response).replaceAll('"', '&quot;').replaceAll("'", '&apos;')
      const call = `<receiveResponseXML xmlns="${intuit}"><response>${escaped}${reference}</response></receiveResponseXML>`
      const resolved = reference === '&#252;' ? 'ü' : ''
      expect(read(envelope(call))).toMatchObject({ parameters: { response: response + resolved } })
    },
  )

  it('a request of the Web Connector has its parameters unescaped once, and the empty text for absent ones', () => {
    expect(requests.map(([, text]) => read(text)).filter(({ operation }) => operation === 'authenticate')).toEqual([
      { operation: 'authenticate', parameters: { strUserName: 'realm-user', strPassword: 'secret & more' } },
      { operation: 'authenticate', parameters: { strUserName: 'realm-user', strPassword: 'secret' } },
    ])
    const failed = recording('requests.xml.txt').get('receiveResponseXML, the request processor failed') ?? ''
    expect(read(failed).parameters).toMatchObject({ response: '', hresult: '0x80040400' })
    expect(read(envelope(`<ticket xmlns="${intuit}"/>`).replaceAll('ticket', 'closeConnection')).parameters).toEqual({
      ticket: '',
    })
  })

  it.each([
    [
      'the default namespace',
      `<Envelope xmlns="${soap}"><Body><getLastError xmlns="${intuit}"><ticket>t</ticket></getLastError></Body></Envelope>`,
    ],
    [
      'prefixes',
      `<s:Envelope xmlns:s="${soap}" xmlns:i="${intuit}"><s:Header><i:x/></s:Header><s:Body><i:getLastError><i:ticket>t</i:ticket></i:getLastError></s:Body></s:Envelope>`,
    ],
    [
      'a prefix that is declared again',
      `<s:Envelope xmlns:s="${soap}"><s:Body><s:getLastError xmlns:s="${intuit}"><s:ticket>t</s:ticket></s:getLastError></s:Body></s:Envelope>`,
    ],
    [
      'parameters without a namespace',
      envelope(`<i:getLastError xmlns:i="${intuit}"><ticket>t</ticket></i:getLastError>`),
    ],
    [
      'the RPC style',
      `<s:Envelope xmlns:s="${soap}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><s:Body s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><q1:getLastError xmlns:q1="${intuit}"><ticket xsi:type="xsd:string">t</ticket></q1:getLastError></s:Body></s:Envelope>`,
    ],
    [
      'a default namespace that is undone',
      `<Envelope xmlns="${soap}"><Body><i:getLastError xmlns:i="${intuit}" xmlns=""><ticket>t</ticket></i:getLastError></Body></Envelope>`,
    ],
    [
      'references and single quotes in a namespace',
      `<s:Envelope xmlns:s='${soap.replace(':', '&#58;')}'><s:Body><i:getLastError xmlns:i='${intuit.replace('/', '&#x2F;')}'><i:ticket>t</i:ticket></i:getLastError></s:Body></s:Envelope>`,
    ],
    [
      'several prefixes of one namespace',
      `<s:Envelope xmlns:s="${soap}" xmlns:e="${soap}" xmlns:i="${intuit}" xmlns:j="${intuit}"><e:Body><i:getLastError><j:ticket>t</j:ticket></i:getLastError></e:Body></s:Envelope>`,
    ],
    [
      'unknown elements',
      envelope(
        `<i:getLastError xmlns:i="${intuit}"><i:ticket>t</i:ticket><i:future>1</i:future><x:ticket xmlns:x="urn:x">u</x:ticket></i:getLastError>`,
      ),
    ],
    [
      'a CDATA section',
      envelope(`<i:getLastError xmlns:i="${intuit}"><ticket><![CDATA[t]]></ticket></i:getLastError>`),
    ],
    [
      'characters that XML does not allow',
      envelope(`<i:getLastError xmlns:i="${intuit}"><ticket>&#x0;t&#11;</ticket></i:getLastError>`),
    ],
  ])('a request of the Web Connector is read with %s', (_, text) => {
    expect(read(text)).toEqual({ operation: 'getLastError', parameters: { ticket: 't' } })
  })

  it.each([
    ['an empty body', '', /valid XML/],
    ['text', 'hello', /valid XML/],
    [
      'a document type',
      `<!DOCTYPE a [<!ENTITY b "c">]>${envelope(`<i:serverVersion xmlns:i="${intuit}"/>`)}`,
      /document type/,
    ],
    ['an entity', envelope(`<i:getLastError xmlns:i="${intuit}"><ticket>&b;</ticket></i:getLastError>`), /valid XML/],
    ['half of a request', envelope(`<i:serverVersion xmlns:i="${intuit}"/>`).slice(0, -5), /valid XML/],
    [
      'SOAP 1.2',
      envelope(`<i:serverVersion xmlns:i="${intuit}"/>`, 'http://www.w3.org/2003/05/soap-envelope'),
      /SOAP 1.1/,
    ],
    ['another namespace', envelope('<i:serverVersion xmlns:i="urn:other"/>'), /no operation serverVersion/],
    ['an unknown operation', envelope(`<i:toString xmlns:i="${intuit}"/>`), /no operation toString/],
    [
      'two operations',
      envelope(`<i:serverVersion xmlns:i="${intuit}"/><i:serverVersion xmlns:i="${intuit}"/>`),
      /one operation/,
    ],
    ['no operation', envelope(''), /one operation/],
    ['a parameter twice', envelope(`<i:getLastError xmlns:i="${intuit}"><ticket/><ticket/></i:getLastError>`), /twice/],
    [
      'elements in a parameter',
      envelope(`<i:getLastError xmlns:i="${intuit}"><ticket><a/></ticket></i:getLastError>`),
      /not text/,
    ],
    ['an undeclared prefix', envelope('<i:serverVersion/>'), /not declared/],
    [
      'a prefix that has another namespace by then',
      `<s:Envelope xmlns:s="${soap}" xmlns:i="${intuit}"><s:Body xmlns:i="urn:other"><i:serverVersion/></s:Body></s:Envelope>`,
      /no operation serverVersion/,
    ],
    [
      'a namespace in capitals',
      envelope(`<i:serverVersion xmlns:i="${intuit.toUpperCase()}"/>`),
      /no operation serverVersion/,
    ],
    ['deep elements', envelope(`${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`), /levels/],
    ['many elements', envelope(`<a>${'<b/>'.repeat(1_000)}</a>`), /elements/],
    [
      'many attributes',
      envelope(`<a ${Array.from({ length: 1_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
      /attributes/,
    ],
  ])('a request of the Web Connector is refused with %s', (_, text, message) => {
    expect(() => read(text)).toThrow(SoapCallError)
    expect(() => read(text)).toThrow(message)
  })
})

describe('a response to the Web Connector', () => {
  const responses = recording('responses.xml.txt')
  const messageSet =
    '<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq requestID="1"/></QBXMLMsgsRq></QBXML>'

  it.each([
    ['serverVersion', serializeSoapResult('serverVersion', '1.0')],
    ['clientVersion, go on', serializeSoapResult('clientVersion', '')],
    ['authenticate, work for the open company file', serializeSoapResult('authenticate', [ticket, ''])],
    ['authenticate, no work', serializeSoapResult('authenticate', [ticket, 'none'])],
    ['authenticate, bad login', serializeSoapResult('authenticate', ['', 'nvu'])],
    [
      'authenticate, no work, not more often than every 300 s',
      serializeSoapResult('authenticate', [ticket, 'none', '', '300']),
    ],
    ['sendRequestXML, one message set', serializeSoapResult('sendRequestXML', messageSet)],
    ['sendRequestXML, nothing (getLastError follows)', serializeSoapResult('sendRequestXML', '')],
    ['receiveResponseXML, done', serializeSoapResult('receiveResponseXML', 100)],
    ['getLastError, wait five seconds and ask again', serializeSoapResult('getLastError', 'NoOp')],
    ['connectionError, stop', serializeSoapResult('connectionError', 'done')],
    ['closeConnection', serializeSoapResult('closeConnection', 'OK')],
  ])('a response to the Web Connector is printed as recorded: %s', (name, printed) => {
    expect(printed).toBe(responses.get(name))
  })

  it('a response to the Web Connector is a SOAP fault where a request cannot be read', () => {
    expect(serializeSoapFault('No operation <x>.', 'Client')).toContain(
      '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>No operation &lt;x&gt;.</faultstring></soap:Fault>',
    )
  })

  it('a response to the Web Connector is described by a WSDL with every operation', () => {
    const wsdl = serializeWsdl('https://bridge.example/connector?a=1&b="2"')
    expect(wsdl).toContain('<soap:address location="https://bridge.example/connector?a=1&amp;b=&quot;2&quot;"/>')
    expect(wsdl).toContain('soapAction="http://developer.intuit.com/sendRequestXML"')
    expect(wsdl).toContain('<s:element minOccurs="1" maxOccurs="1" name="receiveResponseXMLResult" type="s:int"/>')
  })
})
