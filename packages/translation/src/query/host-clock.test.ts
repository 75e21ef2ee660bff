import { formatEpoch } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { parseElement } from '../../test/translation.fixture.ts'
import { createHostClock } from './host-clock.ts'

function seconds(time: string) {
  return Date.parse(time) / 1000
}

/** Creates a record with its true modification time and the one QuickBooks printed. */
function createRecord(moment: string, printed: string) {
  return parseElement(
    `<EstimateRet><TxnID>1-1</TxnID><TimeModified>${printed}</TimeModified><EditSequence>${seconds(moment)}</EditSequence></EstimateRet>`,
  )
}
function observeRecords(...records: readonly (readonly [moment: string, printed: string])[]) {
  const clock = createHostClock()
  for (const [moment, printed] of records) clock.observe(createRecord(moment, printed))
  return (printed: string) => {
    const time = clock.trueTime(printed)
    return time === undefined ? undefined : formatEpoch(time).slice(0, 19)
  }
}

describe('createHostClock', () => {
  it('returns the printed time before any observation', () => {
    const trueTime = observeRecords()
    expect(trueTime('2026-07-01T08:00:00-05:00')).toBe('2026-07-01T13:00:00')
    expect(trueTime('2026-01-15T08:00:00-05:00')).toBe('2026-01-15T13:00:00')
  })

  it('returns an hour earlier in summer after a summer record was printed an hour late', () => {
    const trueTime = observeRecords(['2012-07-26T12:46:23Z', '2012-07-26T08:46:23-05:00'])
    expect(trueTime('2012-08-01T08:00:00-05:00')).toBe('2012-08-01T12:00:00')
    expect(trueTime('2026-07-01T08:00:00-05:00')).toBe('2026-07-01T12:00:00')
  })

  it('returns the printed time in winter regardless of summer records', () => {
    const trueTime = observeRecords(['2026-07-26T12:00:00Z', '2026-07-26T08:00:00-05:00'])
    expect(trueTime('2026-11-15T08:00:00-05:00')).toBe('2026-11-15T13:00:00')
    expect(trueTime('2026-03-01T08:00:00-05:00')).toBe('2026-03-01T13:00:00')
  })

  it.each([
    ['before the night of an American spring', '2026-03-07T23:00:00-05:00', '2026-03-08T04:00:00'],
    ['after the night of an American spring', '2026-03-08T04:00:00-05:00', '2026-03-08T08:00:00'],
    ['before the night of an American autumn', '2026-10-31T23:00:00-05:00', '2026-11-01T03:00:00'],
    ['after the night of an American autumn', '2026-11-01T04:00:00-05:00', '2026-11-01T09:00:00'],
    ['in the repeated hour of an American autumn', '2026-11-01T01:30:00-05:00', '2026-11-01T06:30:00'],
  ])('returns the right time %s', (_case, printed, time) => {
    const trueTime = observeRecords(
      ['2026-03-10T12:00:00Z', '2026-03-10T08:00:00-05:00'],
      ['2026-07-10T12:00:00Z', '2026-07-10T08:00:00-05:00'],
      ['2026-10-30T12:00:00Z', '2026-10-30T08:00:00-05:00'],
      ['2026-12-10T13:00:00Z', '2026-12-10T08:00:00-05:00'],
    )
    expect(trueTime(printed)).toBe(time)
  })

  it('returns no early time in the week between Europe’s and America’s clock changes', () => {
    const trueTime = observeRecords(['2026-10-20T06:00:00Z', '2026-10-20T08:00:00+01:00'])
    expect(trueTime('2026-10-28T08:00:00+01:00')).toBe('2026-10-28T07:00:00')
  })

  it('follows the season’s nearest record, since the host may change', () => {
    const trueTime = observeRecords(
      ['2025-07-10T12:00:00Z', '2025-07-10T08:00:00-05:00'],
      ['2026-07-10T12:00:00Z', '2026-07-10T08:00:00-04:00'],
    )
    expect(trueTime('2025-08-01T08:00:00-05:00')).toBe('2025-08-01T12:00:00')
    expect(trueTime('2026-08-01T08:00:00-04:00')).toBe('2026-08-01T12:00:00')
  })

  it('learns the creation time from a record’s ID', () => {
    const clock = createHostClock()
    const created = seconds('2026-07-10T12:00:00Z')
    clock.observe(
      parseElement(
        `<ListDeletedRet><ListDelType>Class</ListDelType><ListID>80000001-${created}</ListID><TimeCreated>2026-07-10T08:00:00-05:00</TimeCreated><TimeDeleted>2026-07-11T08:00:00-05:00</TimeDeleted></ListDeletedRet>`,
      ),
    )
    expect(clock.trueTime('2026-07-11T08:00:00-05:00')).toBe(seconds('2026-07-11T12:00:00Z'))
  })

  it('ignores edit sequences that are not times', () => {
    const trueTime = observeRecords(['2026-07-10T03:00:00Z', '2026-07-10T08:00:00-05:00'])
    expect(trueTime('2026-07-11T08:00:00-05:00')).toBe('2026-07-11T13:00:00')
    expect(trueTime('soon')).toBeUndefined()
  })
})
