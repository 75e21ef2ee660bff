import { describe, expect, it } from 'vitest'
import { describeHistory, historyDays, type ServicePeriod } from './describe-history.ts'

const now = new Date('2027-03-10T12:00:00Z')

function period(part: string, since: string, until: string, isUp = true): ServicePeriod {
  return { part, since: new Date(since), until: new Date(until), isUp }
}

describe('the history of the service', () => {
  it('has a share for each day, and none for days without a check', () => {
    const { parts } = describeHistory([period('service', '2027-03-09T18:00:00Z', '2027-03-10T11:59:00Z')], now)
    const [service] = parts
    expect(service?.isUp).toBe(true)
    expect(service?.days).toHaveLength(historyDays)
    expect(service?.days.slice(-3)).toEqual([
      { day: '2027-03-08', share: undefined },
      { day: '2027-03-09', share: 1 },
      { day: '2027-03-10', share: 1 },
    ])
  })

  it('counts a time without a check as an outage of the service, and of nothing else', () => {
    const { parts, incidents } = describeHistory(
      ['service', 'gateway'].flatMap((part) => [
        period(part, '2027-03-10T00:00:00Z', '2027-03-10T06:00:00Z'),
        period(part, '2027-03-10T09:00:00Z', '2027-03-10T12:00:00Z'),
      ]),
      now,
    )
    expect(parts.map(({ part, share }) => [part, share])).toEqual([
      ['service', 0.75],
      ['gateway', 1],
    ])
    expect(incidents).toEqual([
      { part: 'service', since: '2027-03-10T06:00:00.000Z', until: '2027-03-10T09:00:00.000Z' },
    ])
  })

  it('joins a restart that takes less than five minutes', () => {
    const restart = [
      period('service', '2027-03-10T00:00:00Z', '2027-03-10T06:00:00Z'),
      period('service', '2027-03-10T06:04:00Z', '2027-03-10T12:00:00Z'),
    ]
    expect(describeHistory(restart, now).incidents).toEqual([])
  })

  it('lists outages, the latest first, and without an end while they last', () => {
    const { parts, incidents } = describeHistory(
      [
        period('gateway', '2027-03-10T11:50:00Z', '2027-03-10T11:59:30Z', false),
        period('gateway', '2027-03-10T10:10:00Z', '2027-03-10T11:50:00Z'),
        period('gateway', '2027-03-10T10:00:00Z', '2027-03-10T10:10:00Z', false),
      ],
      now,
    )
    expect(parts[0]?.isUp).toBe(false)
    expect(incidents).toEqual([
      { part: 'gateway', since: '2027-03-10T11:50:00.000Z', until: undefined },
      { part: 'gateway', since: '2027-03-10T10:00:00.000Z', until: '2027-03-10T10:10:00.000Z' },
    ])
  })

  it('is empty before the first check', () => {
    expect(describeHistory([], now)).toEqual({ parts: [], incidents: [] })
  })
})
