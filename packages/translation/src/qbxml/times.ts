const hour = 3600

const form = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d))?)?)?(?:([+-])(\d\d):(\d\d)|Z)?$/

/** Seconds since 1970 of a desktop time; without an offset it is taken as UTC. */
export function epochOf(time: string): number | undefined {
  const parts = form.exec(time)
  if (parts === null) return undefined
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', sign, offsetHours = '0', offsetMinutes = '0'] =
    parts
  const wall =
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds)) / 1000
  const offset = Number(offsetHours) * hour + Number(offsetMinutes) * 60
  return sign === '-' ? wall + offset : wall - offset
}

/**
 * The true moment of a printed time. QuickBooks prints its standard offset all year, so that a summer time
 * is an hour off; the edit sequence or the end of an id is that moment in UTC, where it is near enough to be it
 * (facts/qbxml.md, section 3.2).
 */
export function trueEpoch(printed: number, witness: string | undefined): number {
  const claimed = witness === undefined || !/^\d{1,11}$/.test(witness) ? Number.NaN : Number(witness)
  const apart = Math.abs(claimed - printed)
  return apart <= 1 || Math.abs(apart - hour) <= 1 ? claimed : printed
}

/** What follows the last hyphen of an id: the moment of creation. */
export function idSuffix(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1)
}

/** `2026-01-15T18:26:42+00:00`, the form of every time in a record. */
export function formatEpoch(epoch: number): string {
  return `${new Date(epoch * 1000).toISOString().slice(0, 19)}+00:00`
}
