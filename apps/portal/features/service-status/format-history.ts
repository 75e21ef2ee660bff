import { formatCount } from '../../lib/format-count.ts'

interface Days {
  readonly share: number | undefined
  readonly days: readonly { readonly share: number | undefined }[]
}

/** Formats the share of time in which a part worked, rounded down: 100 % means no outage. */
export function formatShare(share: number | undefined): string {
  return share === undefined ? 'Not checked' : `${Math.floor(share * 10_000) / 100} % available`
}

/** Describes a part's days for those who do not see them. */
export function describeDays({ share, days }: Days): string {
  const outages = days.filter((day) => day.share !== undefined && day.share < 1).length
  const checked = days.filter((day) => day.share !== undefined).length
  return `${formatShare(share)} on ${formatCount(checked, 'day')}, ${outages === 0 ? 'none' : outages} with an outage`
}

/** Formats a duration by its largest unit and the next: `2 h 5 min`. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? formatCount(days, 'day') : `${formatCount(days, 'day')} ${hours % 24} h`
}

/** Formats a time for readers anywhere: `2027-03-10 12:01 UTC`. */
export function formatUtc(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}
