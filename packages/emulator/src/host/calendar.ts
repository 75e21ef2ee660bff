const dayMs = 24 * 60 * 60 * 1000

/** Adds days to a date (`YYYY-MM-DD`). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns a day's date (`YYYY-MM-DD`) in a later month, or the last day if that month is shorter. */
export function dayOfMonth(date: string, monthsLater: number, day: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + monthsLater, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + monthsLater, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Returns the Saturday ending a date's week, which begins on Sunday. */
export function endOfWeek(date: string): string {
  return addDays(date, 6 - new Date(`${date}T00:00:00Z`).getUTCDay())
}

/** Returns the first day in a date's span: `length` months, counted from a month (1 to 12). */
export function startOfMonths(date: string, length: number, firstMonth: number): string {
  const [year = 1970, month = 1] = date.split('-').map(Number)
  const since = (month - firstMonth + 12) % length
  return new Date(Date.UTC(year, month - 1 - since, 1)).toISOString().slice(0, 10)
}
