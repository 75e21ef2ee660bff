'use client'

import { formatLocal, formatRelative, formatUtc, isWithinDay } from '../lib/format-time.ts'
import { useNow } from '../lib/use-now.ts'
import classes from './time-text.module.css'
import tip from './tip.module.css'

interface TimeTextProps {
  /** ISO 8601, or undefined for a future time. */
  readonly at: string | Date | null | undefined
  /** Shown when there is no time. */
  readonly otherwise?: string
  /** Shows the local time even within a day, such as after “until”. */
  readonly isAbsolute?: boolean
  /** Shows the local time with seconds, and within a day how long ago that is. */
  readonly isExact?: boolean
}

/** Shows a time: relative within a day, otherwise local, with the exact UTC time on hover and focus. */
export function TimeText({ at, otherwise = '–', isAbsolute = false, isExact = false }: TimeTextProps) {
  const now = useNow()
  if (at === null || at === undefined) return <span className={classes.time}>{otherwise}</span>
  const time = new Date(at).getTime()
  // As wide as the text in the browser's time zone, so nothing moves.
  if (now === undefined) {
    return (
      <time className={classes.time} suppressHydrationWarning>
        {!isExact && isWithinDay(time, Date.now())
          ? formatRelative(time, Date.now())
          : `${formatLocal(time, Date.now(), 'UTC', isExact)} UTC`}
      </time>
    )
  }
  return (
    <time
      className={`${classes.time} ${tip.tip}`}
      dateTime={new Date(time).toISOString()}
      data-tip={formatUtc(time)}
      data-at="end"
    >
      {isExact && formatLocal(time, now, undefined, true)}
      {isExact && isWithinDay(time, now) && <span data-relative>{` · ${formatRelative(time, now)}`}</span>}
      {!isExact && (!isAbsolute && isWithinDay(time, now) ? formatRelative(time, now) : formatLocal(time, now))}
    </time>
  )
}
