import { isoTime } from '@bridge/faults'
import { z } from 'zod'

/** A time in ISO 8601 with an offset. */
export const timeSchema = z.iso.datetime({ offset: true })

/** A time limiting a search. PostgreSQL has no year 0. */
export const instantSchema = timeSchema
  .transform((text) => new Date(text))
  .refine((at) => at.getUTCFullYear() > 0, 'must not be before the year 1')

/** Prints a time, or null. */
export function formatTime<Time extends Date | null>(at: Time): Time extends Date ? string : string | null {
  return (at === null ? null : isoTime(at)) as Time extends Date ? string : string | null
}

/** A member's role. */
export const roleSchema = z.enum(['owner', 'admin', 'member', 'viewer'])
