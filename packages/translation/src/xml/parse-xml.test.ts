import { describe, expect, it } from 'vitest'
import { parseXml, readXml, XmlBodyError } from './parse-xml.ts'

const namespace = 'http://schema.intuit.com/finance/v3'

function parseText(text: string): string {
  return parseXml(text).text
}

describe('readXml', () => {
  it.each([
    ['a record', `<Invoice>${'<Line><Id>1</Id></Line>'.repeat(20_000)}</Invoice>`],
    [
      'a batch',
      `<Batch>${`<Item><Invoice>${'<Line><Id>1</Id></Line>'.repeat(500)}</Invoice></Item>`.repeat(30)}</Batch>`,
    ],
  ])('reads %s like parseXml, with pauses between its lines', (_what, text) => {
    const reading = readXml(text)
    let pauses = 0
    let step = reading.next()
    for (; !step.done; step = reading.next()) pauses += 1
    expect(step.value).toEqual(parseXml(text))
    // A pause after each slice of text, and after each 64 lines.
    expect(pauses).toBeGreaterThan(200)
  })

  it('makes no pause in a short body', () => {
    expect(readXml('<Invoice><Line><Id>1</Id></Line></Invoice>').next().done).toBe(true)
  })
})

describe('parseXml', () => {
  it.each([
    ['no namespace', '<Customer><Id>1</Id></Customer>'],
    ['a default namespace', `<Customer xmlns="${namespace}"><Id>1</Id></Customer>`],
    ['a prefix', `<ns0:Customer xmlns:ns0="${namespace}"><ns0:Id>1</ns0:Id></ns0:Customer>`],
    ['a prefix that a child declares', `<Customer><q:Id xmlns:q="${namespace}">1</q:Id></Customer>`],
    [
      'a declaration and a comment',
      '<?xml version="1.0" encoding="UTF-8"?><!-- new --><Customer><Id>1</Id></Customer>',
    ],
  ])('reads elements with %s', (_what, text) => {
    expect(parseXml(text)).toEqual({
      name: 'Customer',
      attributes: [],
      isNil: false,
      text: '',
      children: [{ name: 'Id', attributes: [], isNil: false, text: '1', children: [] }],
    })
  })

  it('reads attributes, and those of XML Schema only for xsi:nil', () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    expect(parseXml(`<A ${xsi} xsi:type="t" xml:lang="en" sparse="true"/>`)).toMatchObject({
      attributes: [['sparse', 'true']],
      isNil: false,
    })
    expect(parseXml(`<A ${xsi} xsi:nil="true"/>`)).toMatchObject({ attributes: [], isNil: true })
  })

  it('reads CDATA, references and characters from any plane as text', () => {
    expect(parseText('<A><![CDATA[1 < 2 & 3]]></A>')).toBe('1 < 2 & 3')
    expect(parseText('<A>&lt;&amp;&gt;&quot;&apos;&#228;&#x1F600;</A>')).toBe('<&>"\'ä😀')
  })

  it.each([
    ['a document type', '<!DOCTYPE Customer><Customer/>', 'document type'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'document type'],
    ['an unknown entity', '<a>&nbsp;</a>', 'reference'],
    ['a deep document', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, '32 levels'],
    ['an open element', '<a><b></a>', 'b'],
    ['two roots', '<a/><b/>', 'root'],
    ['text between elements', '<a>text<b/></a>', 'text between'],
    ['no element', ' ', 'not'],
    ['JSON', '{"a":1}', 'not'],
    ['an element of another namespace', '<a xmlns="urn:other"/>', namespace],
    ['a prefix that is not declared', '<ns0:a/>', 'ns0'],
    ['a control character', '<a>&#1;</a>', 'not valid'],
    ['an unpaired surrogate', '<a>\ud800</a>', 'character'],
    ['a repeated attribute', '<a b="1" b="2"/>', 'not valid'],
    ['letters in another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>', 'UTF-8'],
  ])('rejects %s', (_what, text, reason) => {
    expect(() => parseXml(text)).toThrow(XmlBodyError)
    expect(() => parseXml(text)).toThrow(reason)
  })

  it.each([
    ['elements', (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`],
    ['attributes', (count: number) => `<a>${'<b c="" d=""/>'.repeat((count - 2) / 3)}<b/></a>`],
  ])('rejects more than 50,000 %s before they are read [dp-4.2.5]', (_what, write) => {
    expect(parseXml(write(50_000)).name).toBe('a')
    expect(() => parseXml(write(50_003))).toThrow(
      new XmlBodyError('The body has more than 50,000 elements and attributes. Divide it into several requests.'),
    )
  })

  it('accepts 256 attributes on an element, whose prefixes hold for many others', () => {
    const declare = (count: number) => Array.from({ length: count }, (_each, index) => ` xmlns:p${index}="u"`).join('')
    const children = `<a xmlns:q="u"/>`.repeat(14_000)
    expect(parseXml(`<A${declare(256)}>${children}</A>`).children).toHaveLength(14_000)
    expect(() => parseXml(`<A${declare(257)}/>`)).toThrow('an element has more than 256 attributes')
  })

  it('accepts another encoding for ASCII text', () => {
    expect(parseText('<?xml version="1.0" encoding="ISO-8859-1"?><a>b</a>')).toBe('b')
  })
})
