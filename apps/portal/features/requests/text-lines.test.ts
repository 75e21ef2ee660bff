import { describe, expect, it } from 'vitest'
import { getVisibleLines, partCharacters, splitParts, toLines } from './text-lines.ts'

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

  it('are those of the text if it was cut off', () => {
    expect(toLines('{"a":\n"b…').map(({ text }) => text)).toEqual(['{"a":', '"b…'])
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
