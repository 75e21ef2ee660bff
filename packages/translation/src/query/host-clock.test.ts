import { describe, expect, it } from 'vitest'
import { elementOf } from '../../test/translation.fixture.ts'
import { formatEpoch } from '../qbxml/times.ts'
import { createHostClock } from './host-clock.ts'

function seconds(time: string) {
  return Date.parse(time) / 1000
}

/** A record that was modified at this moment, and what QuickBooks printed for it. */
function record(moment: string, printed: string) {
  return elementOf(
    `<EstimateRet><TxnID>1-1</TxnID><TimeModified>${printed}</TimeModified><EditSequence>${seconds(moment)}</EditSequence></EstimateRet>`,
  )
}
function clockThatSaw(...records: readonly (readonly [moment: string, printed: string])[]) {
  const clock = createHostClock()
  for (const [moment, printed] of records) clock.observe(record(moment, printed))
  return (printed: string) => {
    const time = clock.trueTime(printed)
    return time === undefined ? undefined : formatEpoch(time).slice(0, 19)
  }
}

describe('a time that nothing in its record checks', () => {
  it('is as it is printed, where nothing else is known', () => {
    const trueTime = clockThatSaw()
    expect(trueTime('2026-07-01T08:00:00-05:00')).toBe('2026-07-01T13:00:00')
    expect(trueTime('2026-01-15T08:00:00-05:00')).toBe('2026-01-15T13:00:00')
  })

  it('is an hour earlier in summer, where a record of the summer was printed an hour late', () => {
    const trueTime = clockThatSaw(['2012-07-26T12:46:23Z', '2012-07-26T08:46:23-05:00'])
    expect(trueTime('2012-08-01T08:00:00-05:00')).toBe('2012-08-01T12:00:00')
    expect(trueTime('2026-07-01T08:00:00-05:00')).toBe('2026-07-01T12:00:00')
  })

  it('stays as it is printed in winter, whatever the summer is like', () => {
    const trueTime = clockThatSaw(['2026-07-26T12:00:00Z', '2026-07-26T08:00:00-05:00'])
    expect(trueTime('2026-11-15T08:00:00-05:00')).toBe('2026-11-15T13:00:00')
    expect(trueTime('2026-03-01T08:00:00-05:00')).toBe('2026-03-01T13:00:00')
  })

  it.each([
    ['before the night of an American spring', '2026-03-07T23:00:00-05:00', '2026-03-08T04:00:00'],
    ['after it', '2026-03-08T04:00:00-05:00', '2026-03-08T08:00:00'],
    ['before the night of an American autumn', '2026-10-31T23:00:00-05:00', '2026-11-01T03:00:00'],
    ['after it', '2026-11-01T04:00:00-05:00', '2026-11-01T09:00:00'],
    ['in that night, when an hour comes twice', '2026-11-01T01:30:00-05:00', '2026-11-01T06:30:00'],
  ])('is right %s', (_when, printed, time) => {
    const trueTime = clockThatSaw(
      ['2026-03-10T12:00:00Z', '2026-03-10T08:00:00-05:00'],
      ['2026-07-10T12:00:00Z', '2026-07-10T08:00:00-05:00'],
      ['2026-10-30T12:00:00Z', '2026-10-30T08:00:00-05:00'],
      ['2026-12-10T13:00:00Z', '2026-12-10T08:00:00-05:00'],
    )
    expect(trueTime(printed)).toBe(time)
  })

  it('is never early in the week in which Europe has changed its clocks and America has not', () => {
    const trueTime = clockThatSaw(['2026-10-20T06:00:00Z', '2026-10-20T08:00:00+01:00'])
    expect(trueTime('2026-10-28T08:00:00+01:00')).toBe('2026-10-28T07:00:00')
  })

  it('follows the nearest record of its season, for hosts are moved and mended', () => {
    const trueTime = clockThatSaw(
      ['2025-07-10T12:00:00Z', '2025-07-10T08:00:00-05:00'],
      ['2026-07-10T12:00:00Z', '2026-07-10T08:00:00-04:00'],
    )
    expect(trueTime('2025-08-01T08:00:00-05:00')).toBe('2025-08-01T12:00:00')
    expect(trueTime('2026-08-01T08:00:00-04:00')).toBe('2026-08-01T12:00:00')
  })

  it('learns from the id of a record when it was created', () => {
    const clock = createHostClock()
    const created = seconds('2026-07-10T12:00:00Z')
    clock.observe(
      elementOf(
        `<ListDeletedRet><ListDelType>Class</ListDelType><ListID>80000001-${created}</ListID><TimeCreated>2026-07-10T08:00:00-05:00</TimeCreated><TimeDeleted>2026-07-11T08:00:00-05:00</TimeDeleted></ListDeletedRet>`,
      ),
    )
    expect(clock.trueTime('2026-07-11T08:00:00-05:00')).toBe(seconds('2026-07-11T12:00:00Z'))
  })

  it('is not misled by edit sequences that are no times', () => {
    const trueTime = clockThatSaw(['2026-07-10T03:00:00Z', '2026-07-10T08:00:00-05:00'])
    expect(trueTime('2026-07-11T08:00:00-05:00')).toBe('2026-07-11T13:00:00')
    expect(trueTime('soon')).toBeUndefined()
  })
})
