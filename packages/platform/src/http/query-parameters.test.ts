import { expect, it } from 'vitest'
import { parseQueryParameters, restoreTimeOffsets } from './query-parameters.ts'

it('parses parameters as integrations write them', () => {
  const parameters = parseQueryParameters('http://bridge.test/x?start_date=2026-01-01&&minorversion=75&requestId=a&')
  expect([...parameters]).toEqual([
    ['start_date', ['2026-01-01']],
    ['minorversion', ['75']],
    ['requestid', ['a']],
  ])
})

it('keeps repeated values, decodes + and %, and accepts invalid escapes', () => {
  const parameters = parseQueryParameters('/x?q=SELECT+%2A&q=50%&name=O%5C%27Brien')
  expect(parameters.get('q')).toEqual(['SELECT *', '50%'])
  expect(parameters.get('name')).toEqual([String.raw`O\'Brien`])
  expect(parseQueryParameters('/x').size).toBe(0)
})

it('restores the + of an unescaped time offset', () => {
  expect(restoreTimeOffsets("x >= '2026-01-01T05:30:00 05:30' AND y = 'a 05:30'")).toBe(
    "x >= '2026-01-01T05:30:00+05:30' AND y = 'a 05:30'",
  )
  expect(restoreTimeOffsets('2026-01-01T00:00:00.000 0000')).toBe('2026-01-01T00:00:00.000+0000')
  expect(restoreTimeOffsets('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00Z')
})
