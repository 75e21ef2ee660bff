import { expect, it } from 'vitest'
import { describeDay, getShares } from './connection-share.ts'

const hour = 3_600_000
const day = { day: '2026-03-01', connectedMs: 18 * hour, waitingMs: 60_000, offlineMs: 5.5 * hour }

it('describes a day in words', () => {
  expect(describeDay(day)).toBe('2026-03-01: connected 18 h, QuickBooks not ready 1 min, offline 5 h 30 min')
  expect(describeDay({ day: '2026-03-02', connectedMs: 0, waitingMs: 0, offlineMs: 0 })).toBe('2026-03-02: no data')
})

it('keeps a short part of a day visible', () => {
  expect(getShares(day)[1]).toEqual({ part: 'waiting', share: 0.05 })
})

it('fills the bar of a day that is known for an hour only', () => {
  const connected = { day: '2026-03-03', connectedMs: hour, waitingMs: 0, offlineMs: 0 }
  expect(getShares(connected)).toEqual([{ part: 'connected', share: 1 }])
  expect(getShares({ ...connected, connectedMs: 0 })).toEqual([])
})
