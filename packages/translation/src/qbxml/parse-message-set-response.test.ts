import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branch, type Element, leaf } from './element.ts'
import type { MessageSetResponse, QbxmlResponse } from './message-set.ts'
import { createResponseReader, parseMessageSetResponse } from './parse-message-set-response.ts'
import { isXmlCharacter, printMessageSetResponse } from './print.ts'
import { QbxmlSyntaxError } from './syntax-error.ts'

function answerOf(inside: string): string {
  return `<?xml version="1.0" ?>\n<QBXML>\n<QBXMLMsgsRs>\n${inside}\n</QBXMLMsgsRs>\n</QBXML>`
}

function found(inside: string): string {
  return answerOf(
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
    const text = answerOf(`
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

  it('reads the state of error recovery', () => {
    const text = '<QBXML><QBXMLMsgsRs newMessageSetID="abc" messageSetStatusCode="9001"/></QBXML>'
    expect(parseMessageSetResponse(text)).toEqual({ newMessageSetId: 'abc', messageSetStatusCode: 9001, responses: [] })
  })

  it('accepts elements and attributes that nobody knows, comments and CDATA', () => {
    const text = found('<CustomerRet new="1"><!-- x --><Mood>go<![CDATA[o<]]>d</Mood></CustomerRet>').replace(
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
    ['a truncated text', found('<CustomerRet><Name>Ke').slice(0, -60)],
    ['wrong nesting', found('<CustomerRet><Name>Kern</CustomerRet></Name>')],
    ['two roots', `${found('')}<QBXML/>`],
    ['text between elements', found('<CustomerRet>stray<Name>Kern</Name></CustomerRet>')],
    ['text between records', found('stray')],
    ['text after elements', found('<CustomerRet><Name>Kern</Name>stray</CustomerRet>')],
    ['a bare ampersand', found('<CustomerRet><Name>A & B</Name></CustomerRet>')],
    ['an unknown entity', found('<CustomerRet><Name>&nbsp;</Name></CustomerRet>')],
    ['a NUL', found('<CustomerRet><Name>\u0000</Name></CustomerRet>')],
    ['a control character', found('<CustomerRet><Name>\u0007</Name></CustomerRet>')],
    ['a reference to a control character', found('<CustomerRet><Name>&#7;</Name></CustomerRet>')],
    ['the first half of a surrogate pair', found('<CustomerRet><Name>\ud800</Name></CustomerRet>')],
    ['the second half of a surrogate pair', found('<CustomerRet><Name>\udc00</Name></CustomerRet>')],
    ['half a surrogate pair at the end', `${found('')}\ud800`],
    ['a reference to half a surrogate pair', found('<CustomerRet><Name>&#55296;</Name></CustomerRet>')],
    ['a document type', `<!DOCTYPE QBXML>${found('').slice(23)}`],
    [
      'entities that grow',
      `<!DOCTYPE QBXML [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><QBXML>&b;&b;&b;</QBXML>`,
    ],
    ['an external entity', `<!DOCTYPE QBXML [<!ENTITY x SYSTEM "file:///etc/passwd">]><QBXML>&x;</QBXML>`],
    ['great depth', found('<A>'.repeat(100_000))],
    ['an instruction inside', found('<?php ?>')],
    ['no statusCode', answerOf('<CustomerQueryRs statusSeverity="Info" statusMessage=""/>')],
    ['a bad statusCode', answerOf('<CustomerQueryRs statusCode="OK" statusSeverity="Info" statusMessage=""/>')],
    ['a bad statusSeverity', answerOf('<CustomerQueryRs statusCode="0" statusSeverity="Fine" statusMessage=""/>')],
    ['an element that is no response', answerOf('<CustomerRet statusCode="0" statusSeverity="Info"/>')],
    ['the same attribute twice', answerOf('<XRs statusCode="0" statusCode="0" statusSeverity="Info"/>')],
  ])('refuses %s', (_what, text) => {
    expect(() => parseMessageSetResponse(text)).toThrow(QbxmlSyntaxError)
  })

  it('tells where the text is wrong', () => {
    expect(() => parseMessageSetResponse('<QBXML>\n<QBXMLMsgsRs>\n</QBXML>')).toThrow(
      expect.objectContaining({ name: 'QbxmlSyntaxError', line: 3 }),
    )
  })

  it('stops at the most characters it may read', () => {
    expect(() => parseMessageSetResponse(found(' '.repeat(1000)), { charactersMax: 500 })).toThrow(
      /more than 500 characters/,
    )
  })

  it('reads back every text that XML can carry', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        expect(parseMessageSetResponse(printMessageSetResponse(answer))).toEqual(answer)
      }),
    )
  })

  it('answers any damage with a syntax error or an answer', () => {
    const text = printMessageSetResponse({
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

describe('createResponseReader', () => {
  it('hands over each record when it ends and keeps none', () => {
    const events: string[] = []
    const reader = createResponseReader({
      onElement: (element, { name }) => events.push(`${name} ${element.children[0]?.text}`),
      onResponse: ({ name, elements }) => events.push(`${name} ended with ${elements.length}`),
    })
    const text = found('<CustomerRet><Name>A</Name></CustomerRet><CustomerRet><Name>B</Name></CustomerRet>')
    const firstRecordEnds = text.indexOf('</CustomerRet>') + '</CustomerRet>'.length
    reader.write(text.slice(0, firstRecordEnds))
    expect(events).toEqual(['CustomerQueryRs A'])
    reader.write(text.slice(firstRecordEnds))
    expect(events).toEqual(['CustomerQueryRs A', 'CustomerQueryRs B', 'CustomerQueryRs ended with 0'])
    expect(reader.close()).toEqual({})
  })

  it('reads the same wherever the text is cut', () => {
    fc.assert(
      fc.property(anyAnswer, fc.array(fc.nat(400), { maxLength: 5 }), (answer, cuts) => {
        const text = printMessageSetResponse(answer)
        const responses: QbxmlResponse[] = []
        const reader = createResponseReader({ onResponse: (each) => responses.push(each) })
        let start = 0
        for (const cut of cuts) {
          reader.write(text.slice(start, start + cut))
          start += cut
        }
        reader.write(text.slice(start))
        expect({ ...reader.close(), responses }).toEqual(answer)
      }),
    )
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

const anyAnswer: fc.Arbitrary<MessageSetResponse> = fc.record({
  responses: fc.array(
    fc.record({
      name: fc.constantFrom('CustomerQueryRs', 'InvoiceAddRs'),
      requestId: anyText,
      statusCode: fc.nat(9999),
      statusSeverity: fc.constantFrom('Info' as const, 'Warn' as const, 'Error' as const),
      statusMessage: anyText,
      elements: fc.array(anyElement, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
})
