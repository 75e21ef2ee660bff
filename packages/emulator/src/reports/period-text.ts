import { monthNames } from '@bridge/qbxml'
import { addDays } from '../host/calendar.ts'

/** A day span (`YYYY-MM-DD`), both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The all-dates period. */
export const allDates: Period = { from: '1901-01-01', to: '9999-12-31' }

/** Whether a period has no beginning and no end. */
export function isAllDates({ from, to }: Period): boolean {
  return from === allDates.from && to === allDates.to
}

/** Returns a period's column title, as the desktop shows it: `Jan 25`, `Jan - Mar 25`, `Mar 1 - 20, 25`. */
export function toShortTitle(period: Period): string {
  return isAllDates(period) ? 'All' : toRangeText(period, { name: shortMonth, year: shortYear, between: '-' })
}

/** Returns a date's column title: `Mar 20, 25`. */
export function toDateTitle(date: string): string {
  return date === allDates.to ? 'All' : `${shortMonth(date)} ${day(date)}, ${shortYear(date)}`
}

/** Returns a report's subtitle on a period: `January through March 2025`. */
export function toPeriodSubtitle(period: Period): string {
  if (isAllDates(period)) return 'All Transactions'
  const style = { name: longMonth, year: (date: string) => date.slice(0, 4), between: 'through' }
  return toRangeText(period, style)
}

/** Returns the subtitle for a report on a date: `As of March 20, 2025`. */
export function toDateSubtitle(date: string): string {
  return date === allDates.to ? 'All Transactions' : `As of ${longMonth(date)} ${day(date)}, ${date.slice(0, 4)}`
}

interface Style {
  readonly name: (date: string) => string
  readonly year: (date: string) => string
  readonly between: string
}

function toRangeText({ from, to }: Period, { name, year, between }: Style): string {
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  if (from === to) return `${name(from)} ${day(from)}, ${year(from)}`
  if (from.endsWith('-01') && isEndOfMonth(to)) {
    if (isSameMonth) return `${name(to)} ${year(to)}`
    return `${name(from)}${isSameYear ? '' : ` ${year(from)}`} ${between} ${name(to)} ${year(to)}`
  }
  if (isSameMonth) return `${name(from)} ${day(from)} - ${day(to)}, ${year(to)}`
  const first = `${name(from)} ${day(from)}${isSameYear ? '' : `, ${year(from)}`}`
  return `${first} ${between} ${name(to)} ${day(to)}, ${year(to)}`
}

function isEndOfMonth(date: string): boolean {
  return date !== allDates.to && addDays(date, 1).endsWith('-01')
}

function day(date: string): string {
  return String(Number(date.slice(8)))
}

function longMonth(date: string): string {
  return monthNames[Number(date.slice(5, 7)) - 1] ?? ''
}

function shortMonth(date: string): string {
  return longMonth(date).slice(0, 3)
}

function shortYear(date: string): string {
  return date.slice(2, 4)
}
