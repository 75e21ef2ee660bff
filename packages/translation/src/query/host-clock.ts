import { childText, type Element, getIdSuffix, parseEpoch } from '@bridge/qbxml'

/** The clock on the company file's host, inferred from its records. */
export interface HostClock {
  /** Derives the host's offset from a record containing the same time in a second form. */
  observe(record: Element): void
  /**
   * Returns the true moment for a printed time, in seconds since 1970; undefined for anything else. Without a record
   * from the same season it returns the printed time, which can be an hour late but is never early.
   */
  trueTime(printed: string): number | undefined
}

const hour = 3600
const day = 24 * hour

/**
 * Creates a clock without observations. QuickBooks prints either its host's standard offset all year or the seasonal
 * one. A record's edit sequence and ID contain its true times, which show the difference. Other times are corrected
 * like those on the nearest such record in the same season.
 */
export function createHostClock(): HostClock {
  /** Whether printed times are an hour ahead, by season and day. */
  const observed = new Map<number, Map<number, boolean>>()

  const compare = (printed: string | undefined, epoch: string | undefined): void => {
    const time = parseEpoch(printed ?? '')
    const season = findSeason(printed ?? '')
    if (time === undefined || season === undefined || epoch === undefined || !/^\d{1,11}$/.test(epoch)) return
    const ahead = time - Number(epoch)
    const isAhead = Math.abs(ahead - hour) <= 1
    if (!isAhead && Math.abs(ahead) > 1) return
    const days = observed.get(season) ?? new Map<number, boolean>()
    observed.set(season, days.set(Math.floor(time / day), isAhead))
  }

  return {
    observe(record) {
      const id = childText(record, 'ListID') ?? childText(record, 'TxnID') ?? ''
      compare(childText(record, 'TimeCreated'), getIdSuffix(id))
      compare(childText(record, 'TimeModified'), childText(record, 'EditSequence'))
    },
    trueTime(printed) {
      const time = parseEpoch(printed)
      if (time === undefined) return undefined
      const season = findSeason(printed)
      const days = season === undefined ? undefined : observed.get(season)
      return isNearestAhead(days ?? new Map(), time) ? time - hour : time
    },
  }
}

/**
 * Returns the season between two clock changes in America or Europe, in which the offset is constant; undefined during
 * the night in which clocks change.
 */
function findSeason(wallTime: string): number | undefined {
  const [date, hours] = [wallTime.slice(0, 10), Number(wallTime.slice(11, 13))]
  const changes = getClockChanges(Number(wallTime.slice(0, 4)))
  if (changes.includes(date) && hours < 4) return undefined
  return changes.filter((change) => change <= date).length % changes.length
}

/** Returns the second Sunday in March, the last Sundays in March and October, and the first Sunday in November. */
function getClockChanges(year: number): readonly string[] {
  return [findSunday(year, 3, 8), findSunday(year, 3, 25), findSunday(year, 10, 25), findSunday(year, 11, 1)]
}

function findSunday(year: number, month: number, first: number): string {
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
