import { expect, it } from 'vitest'
import { fillHours } from './fill-hours.ts'

it('has a bar for each hour, also for those without a request', () => {
  const now = new Date('2026-03-02T09:30:00Z')
  const counts = [
    { at: '2026-03-01T01:00:00+00:00', calls: 9, failures: 0 },
    { at: '2026-03-02T08:00:00+00:00', calls: 5, failures: 2 },
  ]
  expect(fillHours(counts, now, 3).map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
    [0, 0],
    [3, 2],
    [0, 0],
  ])
})
