import { runAtOnce } from '@bridge/qbxml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liftLongResponse } from './lift-long-response.ts'
import type { SoapCall } from './operations.ts'
import { readSoapCall } from './read-call.ts'

const padding = '&lt;Name&gt;Müller &amp;amp; &quot;Söhne&quot;&lt;/Name&gt;\n'.repeat(1_000)
const unescaped = '<Name>Müller &amp; "Söhne"</Name>\n'.repeat(1_000)

function envelope(fields: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><receiveResponseXML xmlns="http://developer.intuit.com/"><ticket>t</ticket>${fields}<hresult /><message /></receiveResponseXML></soap:Body></soap:Envelope>`
}
function lift(text: string | Buffer) {
  return runAtOnce(liftLongResponse(Buffer.from(text)))
}
function read(text: string): SoapCall {
  return runAtOnce(readSoapCall(Buffer.from(text)))
}

/** Reads a request as one whose comment keeps its response from being lifted. */
function readWithoutLift(text: string): SoapCall {
  return read(text.replace('<soap:Body>', '<!-- --><soap:Body>'))
}
function attempt(reader: (text: string) => SoapCall, text: string): unknown {
  try {
    return reader(text)
  } catch (error) {
    return (error as Error).message
  }
}

describe('a long response', () => {
  it.each([
    ['response', ''],
    ['i:response', ' xmlns:i="http://developer.intuit.com/"'],
    ['response', ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xsd:string"'],
  ])('a long response is lifted out of its envelope: <%s%s>', (name, attributes) => {
    const text = envelope(`<${name}${attributes}>${padding}</${name}>`)
    expect(lift(text)?.response).toBe(unescaped)
    expect(read(text)).toEqual({
      operation: 'receiveResponseXML',
      parameters: { ticket: 't', response: unescaped, hresult: '', message: '' },
    })
  })

  it.each([
    ['a numeric reference', `${padding}&#11;`],
    ['an unknown entity', `${padding}&nbsp;`],
    ['half of an entity', `${padding}&am`],
    ['a control character', `${padding}\u0001`],
    ['a line end of Windows', `${padding}\r\n`],
    ['a character that is not in XML', `${padding}\uffff`],
    ['the end of a CDATA section', `${padding}]]>`],
  ])('a long response is left to the reader of XML with %s', (_, response) => {
    const text = envelope(`<response>${response}</response>`)
    expect(lift(text)).toBeUndefined()
    expect(attempt(read, text)).toEqual(attempt(readWithoutLift, text))
  })

  it.each([
    ['a comment', `<!-- <response>${padding} --><response>short</response>`],
    ['a CDATA section', `<response><![CDATA[<response>${padding}]]></response>`],
    ['an attribute', `<a b="<response>${padding}"/><response>short</response>`],
    ['an attribute with a bracket', `<response b="a>${padding}"></response>`],
    ['another element', `<other>${padding}</other><response>short</response>`],
    ['another namespace', `<x:response xmlns:x="urn:x">${padding}</x:response><response>short</response>`],
    ['a second response', `<response>${padding}</response><response>short</response>`],
    ['an element of the response', `<response>${padding}<a/></response>`],
    ['a response without an end', `<response>${padding}`],
    ['a response with another end', `<response>${padding}</message>`],
    ['a document type', `<!DOCTYPE a><response>${padding}</response>`],
  ])('a long response is not confused with %s', (_, fields) => {
    const text = envelope(fields)
    expect(attempt(read, text)).toEqual(attempt(readWithoutLift, text))
  })

  it('a long response is not lifted from bytes that are not UTF-8', () => {
    const broken = Buffer.from(envelope(`<response>${padding}@</response>`))
    broken[broken.indexOf('@')] = 0xff
    expect(lift(broken)).toBeUndefined()
    expect(() => runAtOnce(readSoapCall(broken))).toThrow('not UTF-8')
  })

  it('a long response is read as the reader of XML reads it', () => {
    const part = fc.constantFrom(
      ...['&lt;', '&gt;', '&amp;', '&quot;', '&apos;', '&#10;', '&#x1;', '&', ';', 'lt;', '>', ']]', '\n', '\t', '\r'],
      ...[
        'ü',
        '日',
        '😀',
        '\ufffd',
        '\ufffe',
        '\u007f',
        '<a/>',
        '<!-- -->',
        '<![CDATA[x]]>',
        '</response>',
        '<response>',
      ],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.array(part, { maxLength: 3 }), (before, after) => {
        const text = envelope(`<response>${before.join('')}${padding}${after.join('')}</response>`)
        expect(attempt(read, text)).toEqual(attempt(readWithoutLift, text))
      }),
      { numRuns: 200 },
    )
  })
})
