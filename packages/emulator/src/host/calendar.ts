const dayMs = 24 * 60 * 60 * 1000

/** Adds days to a date (`YYYY-MM-DD`). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the date (`YYYY-MM-DD`) of a day in a later month, or of the last day if that month is shorter. */
export function dayOfMonth(date: string, monthsLater: number, day: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + monthsLater, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + monthsLater, Math.min(day, last))).toISOString().slice(0, 10)
}
