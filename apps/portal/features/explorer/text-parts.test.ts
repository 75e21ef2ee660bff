import { describe, expect, it } from 'vitest'
import { findPart, formatJson, formatXml, splitIntoParts } from './text-parts.ts'

describe('the parts of a text', () => {
  it('contain 20 MB of qbXML without a change, and are small', () => {
    const text = '<CustomerRet><Name>A</Name></CustomerRet>\n'.repeat(500_000)
    const parts = splitIntoParts(text)
    expect(parts.join('') === text).toBe(true)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(100_000)
    expect(parts[0]?.endsWith('\n')).toBe(true)
  })

  it('split a text without lines', () => {
    expect(splitIntoParts('x'.repeat(250_000)).map(({ length }) => length)).toEqual([100_000, 100_000, 50_000])
    expect(splitIntoParts('')).toEqual([''])
  })

  it('are searched from the next one on', () => {
    expect([findPart(['a', 'b', 'a'], 'a', 0), findPart(['a', 'b'], 'a', 0), findPart(['a'], 'x', 0)]).toEqual([
      2,
      0,
      undefined,
    ])
  })
})

describe('formatting', () => {
  it('indents JSON and qbXML', () => {
    expect(formatJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(formatXml('<?xml version="1.0"?><A><B>1</B><C/><D></D></A>')).toBe(
      '<?xml version="1.0"?>\n<A>\n  <B>1</B>\n  <C/>\n  <D></D>\n</A>',
    )
  })

  it('keeps what it cannot read', () => {
    expect([formatJson('<script>'), formatXml('plain')]).toEqual(['<script>', 'plain'])
  })
})
