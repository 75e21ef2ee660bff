import { describe, expect, it } from 'vitest'
import { correctEpoch, formatEpoch, getIdSuffix, parseEpoch } from './times.ts'

function correct(printed: string, epoch: string): string {
  return formatEpoch(correctEpoch(parseEpoch(printed) ?? 0, epoch))
}

describe('parseEpoch', () => {
  it.each([
    ['2026-01-15', '2026-01-15T00:00:00Z'],
    ['2026-01-15-06:30', '2026-01-15T06:30:00Z'],
    ['2026-01-15T18', '2026-01-15T18:00:00Z'],
    ['2026-01-15T18+05:45', '2026-01-15T12:15:00Z'],
    ['2026-01-15T18:26', '2026-01-15T18:26:00Z'],
    ['2026-01-15T18:26-08:00', '2026-01-16T02:26:00Z'],
    ['2026-01-15T18:26:42', '2026-01-15T18:26:42Z'],
    ['2026-01-15T18:26:42Z', '2026-01-15T18:26:42Z'],
    ['2026-12-31T23:59:59-00:01', '2027-01-01T00:00:59Z'],
    ['2024-02-29T00:00:00+14:00', '2024-02-28T10:00:00Z'],
  ])('reads %s', (time, expected) => {
    expect(parseEpoch(time)).toBe(Date.parse(expected) / 1000)
  })

  it.each(['', '2026-01', '2026-1-15', '2026-01-15T', '2026-01-15T18:26:42.5', '2026-01-15 18:26:42', '15.01.2026'])(
    'rejects %j',
    (time) => {
      expect(parseEpoch(time)).toBeUndefined()
    },
  )
})

describe('correctEpoch', () => {
  it.each([
    ['keeps a winter time', '2007-12-15T07:23:00-08:00', '1197732180', '2007-12-15T15:23:00+00:00'],
    [
      'corrects a summer time by the edit sequence',
      '2012-07-26T08:46:23-05:00',
      '1343306783',
      '2012-07-26T12:46:23+00:00',
    ],
    [
      'accepts an edit sequence that differs by a second',
      '2007-12-15T07:23:00-08:00',
      '1197732181',
      '2007-12-15T15:23:01+00:00',
    ],
    ['ignores a number that is not a time', '2012-07-26T08:46:23-05:00', '42', '2012-07-26T13:46:23+00:00'],
    ['ignores a text', '2012-07-26T08:46:23-05:00', 'owb', '2012-07-26T13:46:23+00:00'],
  ])('%s', (_, printed, epoch, expected) => {
    expect(correct(printed, epoch)).toBe(expected)
  })
})

describe('getIdSuffix', () => {
  it('returns the creation time after an ID’s hyphen', () => {
    expect(getIdSuffix('8000007E-1197732180')).toBe('1197732180')
  })
})
