const dayMs = 24 * 60 * 60 * 1000

/** Returns the date a number of days later, `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns a day of the month a number of months later, `YYYY-MM-DD`, or the last day of a shorter month. */
export function dayOfMonth(date: string, monthsLater: number, day: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + monthsLater, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + monthsLater, Math.min(day, last))).toISOString().slice(0, 10)
}
