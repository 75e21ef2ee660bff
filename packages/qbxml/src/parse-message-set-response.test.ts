import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branch, type Element, leaf } from './element.ts'
import type { MessageSetResponse, QbxmlResponse } from './message-set.ts'
import { parseMessageSetResponse, readMessageSetResponse } from './parse-message-set-response.ts'
import { isXmlCharacter, serializeMessageSetResponse } from './serialize.ts'
import { getSeverity } from './status.ts'
import { QbxmlSyntaxError } from './syntax-error.ts'

function wrapResponses(inside: string): string {
  return `<?xml version="1.0" ?>\n<QBXML>\n<QBXMLMsgsRs>\n${inside}\n</QBXMLMsgsRs>\n</QBXML>`
}

function wrapRecords(inside: string): string {
  return wrapResponses(
    `<CustomerQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK">${inside}</CustomerQueryRs>`,
  )
}

function response(elements: Element[], more: Partial<QbxmlResponse> = {}): QbxmlResponse {
  return {
    name: 'CustomerQueryRs',
    statusCode: 0,
    statusSeverity: 'Info',
    statusMessage: 'Status OK',
    elements,
    ...more,
  }
}

describe('parseMessageSetResponse', () => {
  it('reads responses with their status and records', () => {
    const text = wrapResponses(`
      <CustomerQueryRs requestID="7" statusCode="0" statusSeverity="Info" statusMessage="Status OK"
          retCount="1" iteratorRemainingCount="0" iteratorID="{3fa8}">
        <CustomerRet>
          <ListID>8000007E-1197732180</ListID>
          <Name>Kern &amp; S&#246;hne</Name>
          <BillAddress>
            <City>  Bern </City>
          </BillAddress>
          <Notes></Notes>
        </CustomerRet>
      </CustomerQueryRs>
      <InvoiceAddRs statusCode="3231" statusSeverity="Error" statusMessage="The request has not been processed." />`)
    expect(parseMessageSetResponse(text)).toEqual({
      responses: [
        response(
          [
            branch('CustomerRet', [
              leaf('ListID', '8000007E-1197732180'),
              leaf('Name', 'Kern & Söhne'),
              branch('BillAddress', [leaf('City', '  Bern ')]),
              leaf('Notes', ''),
            ]),
          ],
          { requestId: '7', retCount: 1, iteratorRemainingCount: 0, iteratorId: '{3fa8}' },
        ),
        {
          name: 'InvoiceAddRs',
          statusCode: 3231,
          statusSeverity: 'Error',
          statusMessage: 'The request has not been processed.',
          elements: [],
        },
      ],
    })
  })

  it('reads the error recovery state', () => {
    const text = '<QBXML><QBXMLMsgsRs newMessageSetID="abc" messageSetStatusCode="9001"/></QBXML>'
    expect(parseMessageSetResponse(text)).toEqual({ newMessageSetId: 'abc', messageSetStatusCode: 9001, responses: [] })
  })

  it('accepts unknown elements and attributes, comments and CDATA', () => {
    const text = wrapRecords('<CustomerRet new="1"><!-- x --><Mood>go<![CDATA[o<]]>d</Mood></CustomerRet>').replace(
      'statusCode',
      'extra="1" statusCode',
    )
    expect(parseMessageSetResponse(text).responses[0]?.elements).toEqual([
      branch('CustomerRet', [leaf('Mood', 'goo<d')], { new: '1' }),
    ])
  })

  it.each([
    ['nothing', ''],
    ['something else', 'not XML at all'],
    ['another root', '<HTML></HTML>'],
    ['no responses element', '<QBXML></QBXML>'],
    ['two responses elements', '<QBXML><QBXMLMsgsRs/><QBXMLMsgsRs/></QBXML>'],
    ['a request', '<QBXML><QBXMLMsgsRq onError="stopOnError"/></QBXML>'],
    ['a truncated text', wrapRecords('<CustomerRet><Name>Ke').slice(0, -60)],
    ['wrong nesting', wrapRecords('<CustomerRet><Name>Kern</CustomerRet></Name>')],
    ['two roots', `${wrapRecords('')}<QBXML/>`],
    ['text between elements', wrapRecords('<CustomerRet>stray<Name>Kern</Name></CustomerRet>')],
    ['text between records', wrapRecords('stray')],
    ['text after elements', wrapRecords('<CustomerRet><Name>Kern</Name>stray</CustomerRet>')],
    ['a bare ampersand', wrapRecords('<CustomerRet><Name>A & B</Name></CustomerRet>')],
    ['an unknown entity', wrapRecords('<CustomerRet><Name>&nbsp;</Name></CustomerRet>')],
    ['a document type', `<!DOCTYPE QBXML>${wrapRecords('').slice(23)}`],
    [
      'entities that grow',
      `<!DOCTYPE QBXML [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><QBXML>&b;&b;&b;</QBXML>`,
    ],
    ['an external entity', `<!DOCTYPE QBXML [<!ENTITY x SYSTEM "file:///etc/passwd">]><QBXML>&x;</QBXML>`],
    ['too deep nesting', wrapRecords('<A>'.repeat(100_000))],
    ['an instruction inside', wrapRecords('<?php ?>')],
    ['no statusCode', wrapResponses('<CustomerQueryRs statusSeverity="Info" statusMessage=""/>')],
    ['a bad statusCode', wrapResponses('<CustomerQueryRs statusCode="OK" statusSeverity="Info" statusMessage=""/>')],
    ['an element that is no response', wrapResponses('<CustomerRet statusCode="0" statusSeverity="Info"/>')],
    ['the same attribute twice', wrapResponses('<XRs statusCode="0" statusCode="0" statusSeverity="Info"/>')],
  ])('rejects %s', (_case, text) => {
    expect(() => parseMessageSetResponse(text)).toThrow(QbxmlSyntaxError)
  })

  it('reports an error’s line', () => {
    expect(() => parseMessageSetResponse('<QBXML>\n<QBXMLMsgsRs>\n</QBXML>')).toThrow(
      expect.objectContaining({ name: 'QbxmlSyntaxError', line: 3 }),
    )
  })

  it('rejects a text longer than the limit', () => {
    expect(() => parseMessageSetResponse(wrapRecords(' '.repeat(1000)), { maxCharacters: 500 })).toThrow(
      /more than 500 characters/,
    )
  })

  it('reads back every serialized response', () => {
    fc.assert(
      fc.property(anyMessageSetResponse, (printed) => {
        expect(parseMessageSetResponse(serializeMessageSetResponse(printed))).toEqual(printed)
      }),
    )
  })

  it('pauses while it reads a long text, wherever a slice ends', () => {
    const record = branch('CustomerRet', [leaf('Name', 'Kern & Söhne 😀'), leaf('Notes', 'x'.repeat(997))])
    const printed = { responses: [response(Array.from({ length: 300 }, () => record))] }
    const reading = readMessageSetResponse(serializeMessageSetResponse(printed))
    let pauses = 0
    for (;;) {
      const step = reading.next()
      if (step.done) {
        expect(step.value).toEqual(printed)
        break
      }
      pauses += 1
    }
    expect(pauses).toBeGreaterThan(9)
  })

  it('throws only syntax errors for a damaged text', () => {
    const text = serializeMessageSetResponse({
      responses: [response([branch('CustomerRet', [leaf('Name', 'Kern & Söhne')])])],
    })
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 5 }), (at, cut, put) => {
        try {
          parseMessageSetResponse(text.slice(0, at) + put + text.slice(at + cut))
        } catch (error) {
          expect(error).toBeInstanceOf(QbxmlSyntaxError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('parseMessageSetResponse with one record', () => {
  const parse = (memo: string, severity = 'Info', code = 0) =>
    parseMessageSetResponse(
      `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="${code}" statusSeverity="${severity}" statusMessage=""><CustomerRet><Notes>${memo}</Notes></CustomerRet></CustomerQueryRs></QBXMLMsgsRs></QBXML>`,
    ).responses[0]

  it('reads a record with a control character, and notes that it was dropped', () => {
    expect(parse('a&#11;b')).toMatchObject({ hasDroppedCharacters: true, elements: [{ children: [{ text: 'ab' }] }] })
    expect(parse('ab')).not.toHaveProperty('hasDroppedCharacters')
  })

  it('decides by a status’s number, whatever its word for the severity', () => {
    expect(parse('', 'Warning', 530)?.statusSeverity).toBe('Warn')
    expect(parse('', 'Fatal', 3100)?.statusSeverity).toBe('Error')
    expect(parse('', 'Error', 1)?.statusSeverity).toBe('Info')
  })
})

const anyText = fc
  .string({ unit: 'binary', maxLength: 30 })
  .filter((text) => [...text].every((character) => isXmlCharacter(character.codePointAt(0) as number)))

const anyName = fc.constantFrom('Name', 'FullName', 'BillAddress', 'DataExtRet', 'isTrackingOn')

const { element: anyElement } = fc.letrec<{ element: Element }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ name: anyName, text: anyText }).map(({ name, text }) => leaf(name, text)),
    fc
      .record({ name: anyName, children: fc.array(tie('element'), { minLength: 1, maxLength: 4 }) })
      .map(({ name, children }) => branch(name, children)),
  ),
}))

const anyMessageSetResponse: fc.Arbitrary<MessageSetResponse> = fc.record({
  responses: fc.array(
    fc
      .record({
        name: fc.constantFrom('CustomerQueryRs', 'InvoiceAddRs'),
        requestId: anyText,
        statusCode: fc.nat(9999),
        statusMessage: anyText,
        elements: fc.array(anyElement, { maxLength: 3 }),
      })
      .map((response) => ({ ...response, statusSeverity: getSeverity(response.statusCode) })),
    { maxLength: 3 },
  ),
})
