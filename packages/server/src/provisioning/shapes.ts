import { isoTime } from '@bridge/faults'
import { z } from 'zod'

/** A time as the control plane prints it: ISO 8601 with an offset. */
export const timeSchema = z.iso.datetime({ offset: true })

/** A time to look from or to; PostgreSQL knows no year 0. */
export const instantSchema = timeSchema
  .transform((text) => new Date(text))
  .refine((at) => at.getUTCFullYear() > 0, 'must not lie before the year 1')

/** Prints a time that may be missing. */
export function printTime<Time extends Date | null>(at: Time): Time extends Date ? string : string | null {
  return (at === null ? null : isoTime(at)) as Time extends Date ? string : string | null
}

/** What a member may do. */
export const roleSchema = z.enum(['owner', 'admin', 'member'])
