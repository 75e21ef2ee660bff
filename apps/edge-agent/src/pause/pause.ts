import { z } from 'zod'
import { createLocalClock, findQuietEnd, isQuiet, type QuietHours, quietHoursSchema } from './quiet-hours.ts'

/** The settings deciding when the agent leaves QuickBooks to people. */
export const pauseSettings = {
  /** A pause a person has begun. It ends at a time, or when a person resumes. */
  pause: z.object({ until: z.iso.datetime().optional() }).optional(),
  quietHours: quietHoursSchema.optional(),
  /** Until when the quiet hours do not count, because a person resumed during them. */
  quietHoursSkippedUntil: z.iso.datetime().optional(),
}

export type PauseSettings = z.infer<z.ZodObject<typeof pauseSettings>>

/** Why the agent sends nothing to QuickBooks. */
export interface Pause {
  readonly kind: 'paused' | 'quiet-hours'
  /** The local time at which it ends, such as `18:00` or `Tue 08:00`; without it, a person ends it. */
  readonly until?: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Returns the pause at a time. A manual pause overrides quiet hours. */
export function findPause({ pause, quietHours, quietHoursSkippedUntil }: PauseSettings, now: Date): Pause | undefined {
  if (pause !== undefined && pause.until === undefined) return { kind: 'paused' }
  const until = pause?.until === undefined ? undefined : new Date(pause.until)
  if (until !== undefined && until > now) return { kind: 'paused', until: formatEnd(until, now) }
  const isSkipped = quietHoursSkippedUntil !== undefined && new Date(quietHoursSkippedUntil) > now
  if (quietHours === undefined || isSkipped || !isQuiet(quietHours, now)) return undefined
  return { kind: 'quiet-hours', until: formatQuietEnd(quietHours) }
}

/** Returns settings with a pause for some minutes, or until a person resumes. */
export function beginPause<Settings extends PauseSettings>(settings: Settings, now: Date, minutes?: number): Settings {
  const pause = minutes === undefined ? {} : { until: new Date(now.getTime() + minutes * minuteMs).toISOString() }
  return { ...settings, pause }
}

/** Returns settings without a pause. Quiet hours that have begun are skipped this time. */
export function endPause<Settings extends PauseSettings>(settings: Settings, now: Date): Settings {
  const { quietHours } = settings
  const isSkipping = quietHours !== undefined && isQuiet(quietHours, now)
  const quietHoursSkippedUntil = isSkipping ? findQuietEnd(quietHours, now).toISOString() : undefined
  return { ...settings, pause: undefined, quietHoursSkippedUntil }
}

/** Returns settings with other quiet hours, or with none. */
export function setQuietHours<Settings extends PauseSettings>(
  settings: Settings,
  quietHours: QuietHours | undefined,
): Settings {
  return { ...settings, quietHours, quietHoursSkippedUntil: undefined }
}

function formatEnd(until: Date, now: Date): string {
  const toLocal = createLocalClock()
  const { day, time } = toLocal(until)
  return until.getTime() - now.getTime() < dayMs && day === toLocal(now).day ? time : `${day} ${time}`
}

/** Names the time zone only if the PC's differs. */
function formatQuietEnd({ to, timeZone }: QuietHours): string {
  const isLocal = timeZone === undefined || timeZone === new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isLocal ? to : `${to} (${timeZone})`
}
