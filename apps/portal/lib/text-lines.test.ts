import { describe, expect, it } from 'vitest'
import { findMatch, formatText, getVisibleLines, partCharacters, splitParts, toLines } from './text-lines.ts'

const xml = '<?xml version="1.0"?><A><B id="1"><C>x &lt; y</C><D/><E></E></B></A>'

describe('the lines of a text', () => {
  it('have one element of qbXML each', () => {
    expect(toLines(xml).map(({ text }) => text)).toEqual([
      '<?xml version="1.0"?>',
      '<A>',
      '  <B id="1">',
      '    <C>x &lt; y</C>',
      '    <D/>',
      '    <E></E>',
      '  </B>',
      '</A>',
    ])
  })

  it('have one field of JSON each', () => {
    expect(toLines('{"a":{"b":1}}').map(({ text }) => text)).toEqual(['{', '  "a": {', '    "b": 1', '  }', '}'])
  })

  it('keep empty lists, strings and the digits of numbers as they are', () => {
    expect(formatText('{"Amount":100.00,"Id":12345678901234567890,"Line":[],"Note":"a, {b}: \\"c\\" "}')).toBe(
      '{\n  "Amount": 100.00,\n  "Id": 12345678901234567890,\n  "Line": [],\n  "Note": "a, {b}: \\"c\\" "\n}',
    )
  })

  it('are those of a text of another kind', () => {
    expect(toLines('POST /invoice\n\n{}').map(({ text }) => text)).toEqual(['POST /invoice', '', '{}'])
  })

  it('are formatted as far as a text was cut off', () => {
    expect(toLines('{"a":\n"b…').map(({ text }) => text)).toEqual(['{', '  "a": "b…'])
    expect(toLines('<A><B>cut…').map(({ text }) => text)).toEqual(['<A>', '  <B>', '    cut…'])
  })

  it('fold with the lines below them', () => {
    const lines = toLines(xml)
    expect(getVisibleLines(lines, new Set())).toHaveLength(8)
    expect(getVisibleLines(lines, new Set([2]))).toEqual([0, 1, 2, 6, 7])
    expect(getVisibleLines(lines, new Set([1, 2]))).toEqual([0, 1, 7])
  })
})

it('splits 20 MB of qbXML into parts that end with an element', () => {
  const text = '<A>0123456789</A>'.repeat((20 * 1024 * 1024) / 17)
  const parts = splitParts(text)
  expect(parts.join('')).toBe(text)
  expect(parts.length).toBeGreaterThan(70)
  expect(parts.every((part) => part.length <= partCharacters && part.endsWith('>'))).toBe(true)
  expect(splitParts('')).toEqual([''])
})

it('splits 2 MB of JSON between records, and formats each part', () => {
  const record = '{"Id":"1","Line":[{"Amount":1.50},{"Amount":2.50}]}'
  const text = `{"Customer":[${Array.from({ length: 40_000 }, () => record).join(',')}]}`
  const parts = splitParts(text)
  expect(parts.join('')).toBe(text)
  expect(parts.every((part) => part.length <= partCharacters)).toBe(true)
  expect(toLines(parts[1] ?? '').length).toBeGreaterThan(10_000)
})

describe('the search', () => {
  const parts = ['<A>\n<B>x</B>\n</A>', '<C>nothing</C>', '<D>X</D>']

  it('goes from match to match through all parts, and around', () => {
    const next = (from: { part: number; line: number }) => findMatch({ parts, search: 'x', from, direction: 1 })
    expect(next({ part: 0, line: -1 })).toEqual({ part: 0, line: 1 })
    expect(next({ part: 0, line: 1 })).toEqual({ part: 2, line: 0 })
    expect(next({ part: 2, line: 0 })).toEqual({ part: 0, line: 1 })
  })

  it('goes back', () => {
    expect(findMatch({ parts, search: 'x', from: { part: 0, line: 1 }, direction: -1 })).toEqual({ part: 2, line: 0 })
  })

  it('finds nothing where there is nothing', () => {
    expect(findMatch({ parts, search: 'y', from: { part: 0, line: -1 }, direction: 1 })).toBeUndefined()
    expect(findMatch({ parts, search: '', from: { part: 0, line: -1 }, direction: 1 })).toBeUndefined()
  })
})
