import { Fault } from '@bridge/faults'
import { parseEpoch } from '@bridge/qbxml'
import type { CheckedValue } from '../table/checked-value.ts'

const form = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?$/

/** Converts a duration (`PT8H30M0S`) to minutes, rounded down; 0 without one. */
export function toMinutes(text: string | undefined): number {
  const parts = form.exec(text ?? '')
  return Number(parts?.[1] ?? 0) * 60 + Number(parts?.[2] ?? 0)
}

/** Formats minutes as the desktop's duration: `PT8H30M`. */
export function duration(minutes: number): string {
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`
}

const consumed = ['StartTime', 'EndTime', 'BreakHours', 'BreakMinutes'] as const

/**
 * Converts start, end and break to `Hours` and `Minutes`, all QuickBooks stores. A new activity's day defaults to its
 * start. Throws 2020 and 2010.
 */
export function timeWorked(operation: 'create' | 'update', values: Map<string, CheckedValue>): void {
  const [start, end, breakHours, breakMinutes] = consumed.map((key) => {
    const value = values.get(key)
    values.delete(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  })
  const rest = Number(breakHours ?? 0) * 60 + Number(breakMinutes ?? 0)
  if (start === undefined && end === undefined) {
    if (rest > 0)
      throw new Fault(
        '2020',
        'BreakHours and BreakMinutes require StartTime and EndTime. Send them, or Hours and Minutes without the break.',
        {
          element: 'StartTime',
        },
      )
    if (operation === 'create' && !values.has('Hours') && !values.has('Minutes'))
      throw new Fault('2020', 'Hours and Minutes, or StartTime and EndTime, are required.', {
        element: 'Hours',
      })
    return
  }
  if (start === undefined || end === undefined) {
    const element = start === undefined ? 'StartTime' : 'EndTime'
    throw new Fault('2020', `${element} is required, since StartTime and EndTime belong together.`, { element })
  }
  const zone = findZone(start) ?? findZone(end) ?? 'Z'
  const minutes = Math.floor((toSeconds(end, zone) - toSeconds(start, zone)) / 60) - rest
  if (minutes < 0)
    throw new Fault('2010', 'EndTime is before the end of StartTime and the break.', { element: 'EndTime' })
  requireSameTime(minutes, values)
  values.set('Hours', String(Math.floor(minutes / 60)))
  values.set('Minutes', String(minutes % 60))
  if (operation === 'create' && !values.has('TxnDate')) values.set('TxnDate', start.slice(0, 10))
}

function findZone(time: string): string | undefined {
  return /(?:Z|[+-]\d\d:?\d\d)$/.exec(time)?.[0]
}

/** Converts a time to seconds, in `zone` if it has none. */
function toSeconds(time: string, zone: string): number {
  return (
    parseEpoch(
      `${time.slice(0, 16)}${/T\d\d:\d\d(:\d\d)?/.exec(time)?.[1] ?? ''}${withColon(findZone(time) ?? zone)}`,
    ) ?? 0
  )
}

function withColon(zone: string): string {
  return zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')
}

function requireSameTime(minutes: number, values: ReadonlyMap<string, CheckedValue>): void {
  if (!values.has('Hours') && !values.has('Minutes')) return
  if (Number(values.get('Hours') ?? 0) * 60 + Number(values.get('Minutes') ?? 0) === minutes) return
  throw new Fault('2010', 'Hours and Minutes are not the time between StartTime and EndTime. Send one of the two.', {
    element: 'Hours',
  })
}
