import { isoTime } from '@bridge/faults'
import { z } from 'zod'

/** A time as the control plane prints it: ISO 8601 with an offset. */
export const time = z.iso.datetime({ offset: true })

/** Prints a time that may be missing. */
export const printTime = <Time extends Date | null>(at: Time): Time extends Date ? string : string | null =>
  (at === null ? null : isoTime(at)) as Time extends Date ? string : string | null

/** What a member may do. */
export const role = z.enum(['owner', 'admin', 'member'])
