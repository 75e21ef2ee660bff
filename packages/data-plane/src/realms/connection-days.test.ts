import { expect, it } from 'vitest'
import { sumConnectionDays } from './connection-days.ts'

const hour = 3_600_000
const now = new Date('2026-03-02T06:00:00Z')

it('sums each day’s conditions, and leaves the time before the first change unknown', () => {
  const changes = [
    { at: new Date('2026-02-28T22:00:00Z'), state: 'connected' },
    { at: new Date('2026-03-01T20:00:00Z'), state: 'quickbooks_closed' },
    { at: new Date('2026-03-01T21:00:00Z'), state: 'offline' },
    { at: new Date('2026-03-02T01:00:00Z'), state: 'connected' },
  ] as const
  expect(sumConnectionDays(changes, now, 4)).toEqual([
    { day: '2026-02-27', connectedMs: 0, waitingMs: 0, offlineMs: 0 },
    { day: '2026-02-28', connectedMs: 2 * hour, waitingMs: 0, offlineMs: 0 },
    { day: '2026-03-01', connectedMs: 20 * hour, waitingMs: hour, offlineMs: 3 * hour },
    { day: '2026-03-02', connectedMs: 5 * hour, waitingMs: 0, offlineMs: hour },
  ])
})

it('counts a state that began before the first day from that day on', () => {
  const changes = [{ at: new Date('2020-01-01T00:00:00Z'), state: 'token_revoked' }] as const
  expect(sumConnectionDays(changes, now, 2).map(({ offlineMs }) => offlineMs)).toEqual([24 * hour, 6 * hour])
})
