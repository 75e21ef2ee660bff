import { z } from 'zod'

/** The week's days by their English names in `Intl`. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

export type Weekday = (typeof weekdays)[number]

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 09:30')

/** Times at which the agent leaves QuickBooks to people. */
export const quietHoursSchema = z
  .object({
    /** The time at which they begin, `HH:MM` in 24 hours. */
    from: timeOfDay,
    /** The time at which they end; before `from`, it is one of the next day. */
    to: timeOfDay,
    /** The days on which they begin. */
    days: z
      .array(z.enum(weekdays))
      .min(1)
      .default([...weekdays]),
    /** An IANA name, such as `America/New_York`; by default the PC's time zone. */
    timeZone: z.string().refine(isTimeZone, 'is not a time zone such as America/New_York').optional(),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'is the same time as from' })

export type QuietHours = z.infer<typeof quietHoursSchema>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Whether a time is in the quiet hours, by the clock on the wall. */
export function isQuiet(quietHours: QuietHours, now: Date): boolean {
  return includes(quietHours, createLocalClock(quietHours.timeZone)(now))
}

/** Returns when the quiet hours around a time end, at most a day later. */
export function findQuietEnd(quietHours: QuietHours, now: Date): Date {
  const toLocal = createLocalClock(quietHours.timeZone)
  let end = Math.floor(now.getTime() / minuteMs) * minuteMs
  const last = end + dayMs
  while (end < last && includes(quietHours, toLocal(new Date(end)))) end += minuteMs
  return new Date(end)
}

function includes({ from, to, days }: QuietHours, { day, time }: LocalTime): boolean {
  const begins = (weekday: Weekday) => days.includes(weekday)
  if (from < to) return begins(day) && time >= from && time < to
  return (begins(day) && time >= from) || (begins(getDayBefore(day)) && time < to)
}

/** A time on the clock on the wall, `HH:MM`. */
interface LocalTime {
  readonly day: Weekday
  readonly time: string
}

/** Creates a time zone's clock; by default the PC's. */
export function createLocalClock(timeZone?: string): (at: Date) => LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = weekdays.find((weekday) => weekday === parts.get('weekday'))
    if (day === undefined) throw new Error('Intl has other names for the days of the week.')
    return { day, time: `${parts.get('hour')}:${parts.get('minute')}` }
  }
}

function getDayBefore(day: Weekday): Weekday {
  return weekdays.at(weekdays.indexOf(day) - 1) ?? day
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
