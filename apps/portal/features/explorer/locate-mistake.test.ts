import { describe, expect, it } from 'vitest'
import { locateField, locateInQuery } from './locate-mistake.ts'

function locate(text: string, element: string | undefined) {
  const { from, to } = locateField(text, element)
  return text.slice(from, to)
}

describe('the place of a mistake in a body', () => {
  const body = '{"CustomerRef": {"value": "1"}, "Line": [{"Amount": 1}, {"Amount": "x"}]}'

  it.each([
    ['CustomerRef', '"CustomerRef": {"value": "1"}'],
    ['customerref.value', '"value": "1"'],
    ['Line[1].Amount', '"Amount": "x"'],
    ['Line[1].DetailType', '{'],
    ['DocNumber', '{'],
    [undefined, '{'],
  ])('%s is shown at %s', (element, expected) => {
    expect(locate(body, element)).toBe(expected)
  })

  it('is within any text', () => {
    for (const text of ['', '[', '{"a":', 'null']) expect(locate(text, 'Line[3].Amount').length).toBeLessThan(2)
  })
})

describe('the place of a mistake in a query', () => {
  it.each([
    ['select * fro Customer', 'QueryParserError: Encountered "fro" at line 1, column 10.', 'fro'],
    ['select *\nfro Customer', 'at line 2, column 1.', 'fro'],
    [
      "select * from Customer where Nam = 'x'",
      'QueryValidationError: Property Nam not found for Entity Customer',
      'Nam',
    ],
    ['select', 'at line 1, column 7.', 't'],
    ['select * from Customer', 'value 0 is too small', 'select * from Customer'],
  ])('%j is shown at its word', (text, detail, expected) => {
    const { from, to } = locateInQuery(text, detail, undefined)
    expect(text.slice(from, to)).toBe(expected)
  })
})
