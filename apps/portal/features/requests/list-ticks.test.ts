import { expect, it } from 'vitest'
import { listTicks } from './list-ticks.ts'

function local(day: number, hour = 0, minute = 0): number {
  return new Date(2026, 2, day, hour, minute).getTime()
}

it('places ticks at round local times, with the day at midnight', () => {
  const ticks = listTicks(local(2, 12, 30), local(3, 12, 30))
  expect(ticks.map(({ label }) => label)).toEqual(['18:00', '3 Mar', '06:00', '12:00'])
  expect(ticks[0]?.at).toBe(local(2, 18))
})

it('places ticks at days for a month, and at minutes for an hour', () => {
  expect(listTicks(local(1, 12), local(31, 12)).map(({ label }) => label)).toEqual([
    '6 Mar',
    '11 Mar',
    '16 Mar',
    '21 Mar',
    '26 Mar',
    '31 Mar',
  ])
  expect(listTicks(local(2, 12, 1), local(2, 13, 1)).map(({ label }) => label)).toEqual([
    '12:10',
    '12:20',
    '12:30',
    '12:40',
    '12:50',
    '13:00',
  ])
})

it('has at most as many ticks as are read', () => {
  for (const hours of [1, 5, 24, 100, 168, 720]) {
    expect(listTicks(local(2), local(2) + hours * 3_600_000).length).toBeLessThanOrEqual(8)
  }
})
