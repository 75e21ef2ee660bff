import { describe, expect, it } from 'vitest'
import { correctEpoch, formatEpoch, getIdSuffix, parseEpoch } from './times.ts'

function correct(printed: string, epoch: string): string {
  return formatEpoch(correctEpoch(parseEpoch(printed) ?? 0, epoch))
}

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
  it('returns the time of creation after the hyphen of an ID', () => {
    expect(getIdSuffix('8000007E-1197732180')).toBe('1197732180')
  })
})
