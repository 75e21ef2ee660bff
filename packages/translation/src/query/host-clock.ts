import { childText, type Element } from '../qbxml/element.ts'
import { epochOf, idSuffix } from '../qbxml/times.ts'

/** What records tell of the clock of the company file's host. */
export interface HostClock {
  /** Learns from a record how its host printed the times that the record also tells in another way. */
  observe(record: Element): void
  /**
   * The true moment of a printed time that nothing in its record checks, in seconds since 1970; as printed, which can
   * be an hour late and is never early, where no record of that season was seen. Undefined for a text that is no time.
   */
  trueTime(printed: string): number | undefined
}

const hour = 3600
const day = 24 * hour

/**
 * QuickBooks prints its host's standard offset all year, or the one of the season: records that carry their moment in
 * the edit sequence or in the id tell which. The nearest one of the same season speaks for a time that has no such
 * witness (facts/qbxml.md, sections 3.2 and 4.5).
 */
export function createHostClock(): HostClock {
  /** By season, the days of which it is known whether their printed times are an hour ahead. */
  const seen = new Map<number, Map<number, boolean>>()

  const note = (printed: string | undefined, witness: string | undefined): void => {
    const time = epochOf(printed ?? '')
    const season = seasonOf(printed ?? '')
    if (time === undefined || season === undefined || witness === undefined || !/^\d{1,11}$/.test(witness)) return
    const ahead = time - Number(witness)
    const isAhead = Math.abs(ahead - hour) <= 1
    if (!isAhead && Math.abs(ahead) > 1) return
    const days = seen.get(season) ?? new Map<number, boolean>()
    seen.set(season, days.set(Math.floor(time / day), isAhead))
  }

  return {
    observe(record) {
      const id = childText(record, 'ListID') ?? childText(record, 'TxnID') ?? ''
      note(childText(record, 'TimeCreated'), idSuffix(id))
      note(childText(record, 'TimeModified'), childText(record, 'EditSequence'))
    },
    trueTime(printed) {
      const time = epochOf(printed)
      if (time === undefined) return undefined
      const season = seasonOf(printed)
      const days = season === undefined ? undefined : seen.get(season)
      return isNearestAhead(days ?? new Map(), time) ? time - hour : time
    },
  }
}

/**
 * Which part of its year a wall clock shows: between two Sundays on which clocks change in America or in Europe, none
 * of them changes. Undefined in the night of a change.
 */
function seasonOf(wall: string): number | undefined {
  const [date, hours] = [wall.slice(0, 10), Number(wall.slice(11, 13))]
  const changes = changesOf(Number(wall.slice(0, 4)))
  if (changes.includes(date) && hours < 4) return undefined
  return changes.filter((change) => change <= date).length % changes.length
}

/** The second Sunday of March, the last ones of March and October, and the first one of November. */
function changesOf(year: number): readonly string[] {
  return [sundayFrom(year, 3, 8), sundayFrom(year, 3, 25), sundayFrom(year, 10, 25), sundayFrom(year, 11, 1)]
}

function sundayFrom(year: number, month: number, first: number): string {
  const weekday = new Date(Date.UTC(year, month - 1, first)).getUTCDay()
  return new Date(Date.UTC(year, month - 1, first + ((7 - weekday) % 7))).toISOString().slice(0, 10)
}

function isNearestAhead(days: ReadonlyMap<number, boolean>, time: number): boolean {
  let nearest = Number.POSITIVE_INFINITY
  let isAhead = false
  for (const [each, value] of days) {
    const apart = Math.abs(each - Math.floor(time / day))
    if (apart >= nearest) continue
    nearest = apart
    isAhead = value
  }
  return isAhead
}
