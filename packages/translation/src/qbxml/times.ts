const hour = 3600

const form = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d))?)?)?(?:([+-])(\d\d):(\d\d)|Z)?$/

/** Parses a desktop time to seconds since 1970; without an offset it is UTC. */
export function parseEpoch(time: string): number | undefined {
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
 * Corrects a printed time. QuickBooks prints its standard offset all year, so that times in summer are an hour off. The
 * edit sequence or the suffix of an ID is the true time in UTC if it is close enough.
 */
export function correctEpoch(printed: number, epoch: string | undefined): number {
  const exact = epoch === undefined || !/^\d{1,11}$/.test(epoch) ? Number.NaN : Number(epoch)
  const difference = Math.abs(exact - printed)
  return difference <= 1 || Math.abs(difference - hour) <= 1 ? exact : printed
}

/** Returns the text after the last hyphen of an ID, which encodes the time of creation. */
export function getIdSuffix(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1)
}

/** Formats a time as in records of the client side: `2026-01-15T18:26:42+00:00`. */
export function formatEpoch(epoch: number): string {
  return `${new Date(epoch * 1000).toISOString().slice(0, 19)}+00:00`
}
