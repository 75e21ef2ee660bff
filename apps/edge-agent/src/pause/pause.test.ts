import { expect, it } from 'vitest'
import { beginPause, endPause, findPause, type PauseSettings, setQuietHours } from './pause.ts'

const noon = new Date(2026, 2, 2, 12, 0)
const day = { from: '09:00', to: '17:00', days: ['Mon' as const] }

function inMinutes(minutes: number): string {
  return new Date(noon.getTime() + minutes * 60_000).toISOString()
}

it('a pause is missing without settings, and after its end', () => {
  expect(findPause({}, noon)).toBeUndefined()
  expect(findPause({ pause: { until: noon.toISOString() } }, noon)).toBeUndefined()
  expect(findPause({ quietHours: { ...day, days: ['Tue'] } }, noon)).toBeUndefined()
})

it('lasts until a person resumes, or until a local time', () => {
  expect(findPause({ pause: {} }, noon)).toEqual({ kind: 'paused' })
  expect(findPause({ pause: { until: inMinutes(60) } }, noon)).toEqual({ kind: 'paused', until: '13:00' })
  expect(findPause({ pause: { until: inMinutes(20 * 60) } }, noon)).toEqual({ kind: 'paused', until: 'Tue 08:00' })
})

it('a manual pause overrides quiet hours', () => {
  expect(findPause({ quietHours: day }, noon)).toEqual({ kind: 'quiet-hours', until: '17:00' })
  expect(findPause({ quietHours: day, pause: {} }, noon)).toEqual({ kind: 'paused' })
  expect(findPause({ quietHours: day, pause: { until: inMinutes(-1) } }, noon)?.kind).toBe('quiet-hours')
})

it('names a time zone that is not that of the PC', () => {
  const quietHours = { ...day, from: '00:00', to: '23:59', days: ['Sun', 'Mon', 'Tue'] as const }
  const pause = findPause(
    { quietHours: { ...quietHours, days: [...quietHours.days], timeZone: 'Pacific/Chatham' } },
    noon,
  )
  expect(pause).toEqual({ kind: 'quiet-hours', until: '23:59 (Pacific/Chatham)' })
})

it('begins for some minutes or until a person resumes, and ends then', () => {
  const empty: PauseSettings = {}
  expect(beginPause(empty, noon, 90)).toEqual({ pause: { until: inMinutes(90) } })
  expect(beginPause(empty, noon)).toEqual({ pause: {} })
  expect(findPause(endPause(beginPause(empty, noon), noon), noon)).toBeUndefined()
})

it('skips the quiet hours during which a person resumed, and not the next ones', () => {
  const resumed = endPause({ quietHours: day, pause: {} }, noon)
  expect(findPause(resumed, noon)).toBeUndefined()
  expect(findPause(resumed, new Date(2026, 2, 2, 16, 59))).toBeUndefined()
  expect(findPause(resumed, new Date(2026, 2, 9, 9, 0))?.kind).toBe('quiet-hours')
  expect(findPause(setQuietHours(resumed, day), noon)?.kind).toBe('quiet-hours')
  expect(findPause(setQuietHours(resumed, undefined), noon)).toBeUndefined()
})
