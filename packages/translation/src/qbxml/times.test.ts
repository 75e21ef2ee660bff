import { describe, expect, it } from 'vitest'
import { epochOf, formatEpoch, idSuffix, trueEpoch } from './times.ts'

function shown(printed: string, witness: string): string {
  return formatEpoch(trueEpoch(epochOf(printed) ?? 0, witness))
}

describe('times of records', () => {
  it.each([
    ['in winter the printed offset is right', '2007-12-15T07:23:00-08:00', '1197732180', '2007-12-15T15:23:00+00:00'],
    [
      'in summer it is an hour off, and the edit sequence knows',
      '2012-07-26T08:46:23-05:00',
      '1343306783',
      '2012-07-26T12:46:23+00:00',
    ],
    [
      'a witness that is a second apart is still the moment',
      '2007-12-15T07:23:00-08:00',
      '1197732181',
      '2007-12-15T15:23:01+00:00',
    ],
    ['a number that is no time is not believed', '2012-07-26T08:46:23-05:00', '42', '2012-07-26T13:46:23+00:00'],
    ['nor is a text', '2012-07-26T08:46:23-05:00', 'owb', '2012-07-26T13:46:23+00:00'],
  ])('%s', (_, printed, witness, expected) => {
    expect(shown(printed, witness)).toBe(expected)
  })

  it('finds the moment of creation behind the hyphen of an id', () => {
    expect(idSuffix('8000007E-1197732180')).toBe('1197732180')
  })
})
