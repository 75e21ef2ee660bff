const hour = 3600
/** The digit 0's code. */
const zero = 0x30

const form = /^\d{4}-\d\d-\d\d(?:T\d\d(?::\d\d(?::\d\d)?)?)?(?:[+-]\d\d:\d\d|Z)?$/

/** Parses a desktop time to seconds since 1970; without an offset it is UTC. */
export function parseEpoch(time: string): number | undefined {
  if (!form.test(time)) return undefined
  const hasTime = time.charAt(10) === 'T'
  const hasMinutes = hasTime && time.charAt(13) === ':'
  const hasSeconds = hasMinutes && time.charAt(16) === ':'
  const day = Date.UTC(readDigits(time, 0) * 100 + readDigits(time, 2), readDigits(time, 5) - 1, readDigits(time, 8))
  const wall =
    day / 1000 +
    (hasTime ? readDigits(time, 11) * hour : 0) +
    (hasMinutes ? readDigits(time, 14) * 60 : 0) +
    (hasSeconds ? readDigits(time, 17) : 0)
  const offsetStart = time.length - '+00:00'.length
  const sign = offsetStart < 10 ? '' : time.charAt(offsetStart)
  if (sign !== '+' && sign !== '-') return wall
  const offset = readDigits(time, offsetStart + 1) * hour + readDigits(time, offsetStart + 4) * 60
  return sign === '-' ? wall + offset : wall - offset
}

/** Returns the number formed by two digits. */
function readDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero
}

/**
 * Corrects a printed time. QuickBooks prints its standard offset all year, so summer times are an hour off. The edit
 * sequence or an ID's suffix is the true time in UTC if it is close enough.
 */
export function correctEpoch(printed: number, epoch: string | undefined): number {
  const exact = epoch === undefined || !/^\d{1,11}$/.test(epoch) ? Number.NaN : Number(epoch)
  const difference = Math.abs(exact - printed)
  return difference <= 1 || Math.abs(difference - hour) <= 1 ? exact : printed
}

/** Returns the text after an ID's last hyphen, which encodes the creation time. */
export function getIdSuffix(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1)
}

/** Formats a time as in client-side records: `2026-01-15T18:26:42+00:00`. */
export function formatEpoch(epoch: number): string {
  return `${new Date(epoch * 1000).toISOString().slice(0, 19)}+00:00`
}
