import type { JsonValue } from '../storage/company-storage.ts'
import type { Switches } from './switches.ts'

/**
 * Switches that are kept in the company file itself: they hold for everyone who has it open, count down once for all of
 * them, and are gone when the file begins anew.
 */
export interface StoredSwitches extends Readonly<Partial<Omit<Switches, 'isDaylightSaving'>>> {
  /** Whether the host's wall clock is an hour ahead of its standard offset, whatever the time. */
  readonly isDaylightSaving?: boolean
  readonly [name: string]: JsonValue | undefined
}

const counters = ['transientLocks', 'warnings', 'lostRequests', 'lostAnswers'] as const

/** The switches as they hold: the stored ones before the others. They may be counted down. */
export function switchesInForce(switches: Switches, stored: StoredSwitches): Switches {
  const { isDaylightSaving, ...others } = stored
  return {
    ...switches,
    ...others,
    ...(isDaylightSaving !== undefined && { isDaylightSaving: () => isDaylightSaving }),
  }
}

/** Gives what was counted down back: to the stored switches those that are stored, to the others the rest. */
export function takeCountsBack(inForce: Switches, switches: Switches, stored: StoredSwitches): StoredSwitches {
  let after = stored
  for (const name of counters) {
    if (stored[name] === undefined) switches[name] = inForce[name]
    else if (stored[name] !== inForce[name]) after = { ...after, [name]: inForce[name] }
  }
  return after
}
