import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWithSaxes } from '../test/saxes-reader.fixture.ts'
import type { Element } from './element.ts'
import { ElementReader } from './element-reader.ts'
import type { ElementReaderOptions } from './element-reader-options.ts'
import { runAtOnce } from './sliced.ts'
import { QbxmlLimitError, QbxmlSyntaxError } from './syntax-error.ts'

function readElements(text: string, options: Partial<ElementReaderOptions> = {}) {
  const elements: Element[] = []
  const reader = new ElementReader(
    text,
    { depth: 2, maxCharacters: 100_000, ...options },
    { onFrameOpen: () => undefined, onElement: (element) => elements.push(element) },
  )
  runAtOnce(reader.read())
  return { elements, hasDropped: reader.hasDropped }
}

/** Reads the only leaf's text. */
function readText(content: string, dropsCharacters = false) {
  const { elements, hasDropped } = readElements(`<A><B>${content}</B></A>`, { dropsCharacters })
  return { text: elements[0]?.text, hasDropped }
}

const fragments = [
  ...['<A>', '</A>', '<B>', '</B>', '<B/>', '<B />', '</B >', '<B x="1">', "<B x='1' y = \"a'b\">", '<B x="1" x="2"/>'],
  ...[
    '<B x="a&lt;&#10;\tb\r\nc"/>',
    '<B x="<"/>',
    '<B x=1>',
    '<B x>',
    '<Bx',
    '< B>',
    '<1>',
    '<B x="1"y="2">',
    '<B x="',
  ],
  ...['text', ' ', '\n', '\r\n', '\r', '&amp;', '&#65;', '&#x1F600;', '&#11;', '&#xD800;', '&#x110000;', '&', '&nbsp;'],
  ...[
    '<!-- c -->',
    '<!-- c -- c -->',
    '<!---->',
    '<!--',
    '<![CDATA[<]]]]>',
    '<![CDATA[]]>',
    '<![CDATA[',
    ']]>',
    ']',
    '>',
  ],
  ...[
    '<!DOCTYPE A>',
    '<?qbxml version="13.0"?>',
    '<?xml version="1.0"?>',
    '<?',
    '?>',
    '\u000b',
    '\ud800',
    '😀',
    '\ufffe',
    '"',
  ],
]

const anyDocument = fc.oneof(
  fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...fragments), { maxLength: 4 }).map((parts) => `<A><B>${parts.join('')}</B></A>`),
  fc.array(fc.constantFrom(...fragments), { maxLength: 4 }).map((parts) => `<A>\n <B x="${parts.join('')}"/>\n</A>\n`),
)

describe('ElementReader', () => {
  it('reads what a complete XML parser reads, and rejects what it rejects', () => {
    let accepted = 0
    fc.assert(
      fc.property(anyDocument, (text) => {
        const expected = readWithSaxes(text)
        if (expected === undefined) expect(() => readElements(text)).toThrow(QbxmlSyntaxError)
        else {
          expect(readElements(text).elements).toEqual(expected)
          accepted += 1
        }
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('decodes references, line ends and CDATA sections', () => {
    expect(readText('a&lt;b&#233;\r\nc<![CDATA[<d>&amp;]]><!-- e -->f').text).toBe('a<bé\nc<d>&amp;f')
  })

  it('keeps white space as text, and drops what is between elements', () => {
    expect(readElements('<A>\n  <B> </B>\n  <C>\t<D/>\n</C>\n</A>').elements).toEqual([
      { name: 'B', attributes: undefined, text: ' ', children: [] },
      {
        name: 'C',
        attributes: undefined,
        text: '',
        children: [{ name: 'D', attributes: undefined, text: '', children: [] }],
      },
    ])
  })

  it('drops characters forbidden in XML, raw and as references, if asked to', () => {
    const content = 'a\u000bb\u0000c&#11;d&#x1F;e&#xFFFE;f\ud800g'
    expect(readText(content, true)).toEqual({ text: 'abcdefg', hasDropped: true })
    expect(() => readText(content)).toThrow(QbxmlSyntaxError)
  })

  it('keeps all other characters', () => {
    const content = 'é 日 😀 \t\n &amp; &#233; &#x65E5; &#128512; &#10;'
    expect(readText(content, true)).toEqual({ text: 'é 日 😀 \t\n & é 日 😀 \n', hasDropped: false })
  })

  it('reads names with letters beyond ASCII, and distinguishes names with equal beginnings', () => {
    expect(readElements('<A><Größe>1</Größe><B1/><B11/></A>').elements.map(({ name }) => name)).toEqual([
      'Größe',
      'B1',
      'B11',
    ])
    expect(() => readElements('<A><B1></B11></A>')).toThrow(QbxmlSyntaxError)
  })

  it('distinguishes elements with similar contents', () => {
    const values = [
      '',
      ' ',
      '1',
      '10',
      '100.00',
      '80000001-1700000000',
      '80000010-1700000000',
      'a]',
      'a&amp;',
      'é'.repeat(50),
    ]
    const value = fc.constantFrom(...values)
    const record = fc.array(
      fc.record({ name: fc.constantFrom('A', 'B', 'AB', 'BA', 'A1', 'A2'), value, second: value }),
    )
    fc.assert(
      fc.property(fc.array(record, { minLength: 20, maxLength: 60 }), (records) => {
        const text = records.map((leaves) => {
          const printed = leaves.map(
            ({ name, value: first, second }) =>
              `<${name}>${first}</${name}><Ref><${name}>${first}</${name}><B>${second}</B></Ref>`,
          )
          return `<R>${printed.join('')}</R>`
        })
        const document = `<Root>${text.join('\n')}</Root>`
        expect(readElements(document).elements).toEqual(readWithSaxes(document))
      }),
    )
  })

  it('returns a document’s equal leaves and references as one object', () => {
    const customer = '<CustomerRef><ListID>8-1</ListID><FullName>Anna &amp; Co</FullName></CustomerRef>'
    const { elements } = readElements(`<A>${customer.repeat(3)}${customer.replace('Anna', 'Bert')}</A>`)
    expect(elements[2]).toBe(elements[1])
    expect(elements[3]?.children[0]).toBe(elements[1]?.children[0])
    expect(elements[3]?.children[1]?.text).toBe('Bert & Co')
  })

  it('reads more different names than it remembers', () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `Name${index}x`)
    const { elements } = readElements(`<A>${names.map((name) => `<${name}/>`).join('')}</A>`)
    expect(elements.map(({ name }) => name)).toEqual(names)
  })

  it.each([
    ['characters', '<A><B>1</B></A>', '<A><B>12</B></A>', { maxCharacters: 15 }],
    ['elements', '<A><B/><B/></A>', '<A><B/><B/><B/></A>', { maxElements: 3 }],
    ['equal elements', `<A>${'<B><C/></B>'.repeat(5)}</A>`, `<A>${'<B><C/></B>'.repeat(6)}</A>`, { maxElements: 11 }],
    ['equal attributes', `<A>${'<B x="1"/>'.repeat(5)}</A>`, `<A>${'<B x="1"/>'.repeat(6)}</A>`, { maxAttributes: 5 }],
    [
      'equal attributes of children',
      `<A>${'<B><C x="1"/></B>'.repeat(5)}</A>`,
      `<A>${'<B><C x="1"/></B>'.repeat(6)}</A>`,
      { maxAttributes: 5 },
    ],
    ['attributes', '<A x="1"><B x="1" y="1"/></A>', '<A x="1"><B x="1" y="1" z="1"/></A>', { maxAttributes: 3 }],
    [
      'attributes of an element',
      '<A><B x="1" y="1"/><B x="1"/></A>',
      '<A><B x="1" y="1" z="1"/></A>',
      { maxAttributesPerElement: 2 },
    ],
  ])('rejects more %s than it accepts', (_what, accepted, rejected, limits) => {
    expect(() => readElements(accepted, limits)).not.toThrow()
    expect(() => readElements(rejected, limits)).toThrow(QbxmlLimitError)
  })

  it('rejects more levels than it accepts', () => {
    expect(() => readElements('<A><B><C/></B></A>', { maxDepth: 3 })).not.toThrow()
    expect(() => readElements('<A><B><C><D/></C></B></A>', { maxDepth: 3 })).toThrow(/more than 3 levels/)
    const equal = '<C><D/></C>'.repeat(3)
    expect(() => readElements(`<A>${equal}<B>${equal}</B></A>`, { maxDepth: 3 })).toThrow(/more than 3 levels/)
  })

  it('reports an error’s position after a million lines', () => {
    const text = `<A>${'\n'.repeat(1_000_000)}  <B></A>`
    expect(() => readElements(text, { maxCharacters: text.length })).toThrow(
      expect.objectContaining({ line: 1_000_001, column: 5 }),
    )
  })

  it('rejects text outside the root element', () => {
    expect(() => readElements('<A/>text<!---->')).toThrow(QbxmlSyntaxError)
    expect(() => readElements('text<!----><A/>')).toThrow(QbxmlSyntaxError)
  })

  it('reports where a text is not well-formed', () => {
    expect(() => readElements('<A>\n  <B>&nbsp;</B></A>')).toThrow(
      expect.objectContaining({ name: 'QbxmlSyntaxError', line: 2 }),
    )
  })
})
