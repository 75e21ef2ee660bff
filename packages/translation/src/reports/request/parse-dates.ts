import { Fault } from '@bridge/faults'
import { findDateMacro } from '../dates/date-macros.ts'
import { parseDay } from '../dates/day.ts'
import type { RequestedDates, RequestedRange } from '../table/report-request.ts'
import type { ReportTable } from '../table/report-table.ts'
import { unsupported } from './unsupported.ts'

/** Reads a parameter's value; undefined if missing or blank. */
export type GetValue = (name: string) => string | undefined

/** Parses a report's dates as in [dp-4.6:1]. Throws REPORT_INVALID_DATE and REPORT_UNSUPPORTED_OPTION. */
export function parseDates(
  { name, dates }: ReportTable,
  getValue: GetValue,
): { readonly dates: RequestedDates; readonly warnings: readonly string[] } {
  const start = getValue('start_date')
  const end = getValue('end_date')
  const asOf = getValue('report_date')
  if (dates === 'asOf' && (start ?? end) !== undefined) {
    throw unsupported(start === undefined ? 'end_date' : 'start_date', `${name} is as of one day: use report_date`)
  }
  if (dates === 'period' && asOf !== undefined) {
    throw unsupported('report_date', `${name} covers a period: use start_date and end_date`)
  }
  const explicit = dates === 'asOf' ? parseAsOf(asOf) : parsePeriod(start, end)
  const text = getValue('date_macro')
  const macro = text === undefined ? undefined : requireMacro('date_macro', text)
  if (explicit === undefined) {
    return { dates: macro === undefined ? { kind: 'none' } : { kind: 'macro', macro }, warnings: [] }
  }
  const winner = dates === 'asOf' ? 'report_date' : 'start_date and end_date'
  return { dates: explicit, warnings: macro === undefined ? [] : [`date_macro ignored; ${winner} given`] }
}

function parseAsOf(text: string | undefined): RequestedDates | undefined {
  return text === undefined ? undefined : { kind: 'asOf', day: requireDay('report_date', text) }
}

function parsePeriod(start: string | undefined, end: string | undefined): RequestedDates | undefined {
  if (start === undefined && end === undefined) return undefined
  if (start === undefined || end === undefined) {
    const missing = start === undefined ? 'start_date' : 'end_date'
    throw invalidDate(missing, `Send start_date and end_date together; ${missing} is missing.`)
  }
  const from = requireDay('start_date', start)
  const to = requireDay('end_date', end)
  if (from > to) throw invalidDate('start_date', `The period ends on ${end}, before it starts on ${start}.`)
  return { kind: 'period', from, to }
}

function requireDay(parameter: string, text: string): number {
  const day = parseDay(text)
  if (day === undefined) {
    throw invalidDate(
      parameter,
      `${parameter} is ${quote(text)}, which is not a date from 1901-01-01 to 9999-12-31 as YYYY-MM-DD.`,
    )
  }
  return day
}

function requireMacro(parameter: string, text: string): string {
  const macro = findDateMacro(text)
  if (macro === undefined) throw invalidDate(parameter, `There is no date macro ${quote(text)}.`)
  return macro
}

/**
 * Parses the days on which transactions were modified; either end may be missing. Throws REPORT_INVALID_DATE and
 * REPORT_UNSUPPORTED_OPTION.
 */
export function parseModified({ name, filtersByModified }: ReportTable, getValue: GetValue): RequestedRange {
  const [start, end, macro] = modifiedParameters.map(getValue)
  const used = modifiedParameters.find((parameter) => getValue(parameter) !== undefined)
  if (used === undefined) return { kind: 'none' }
  if (!filtersByModified) throw unsupported(used, `${name} has no filter by the time of modification`)
  if (macro !== undefined) {
    if (start !== undefined || end !== undefined) {
      throw invalidDate('moddate_macro', 'Send either moddate_macro, or start_moddate and end_moddate.')
    }
    return { kind: 'macro', macro: requireMacro('moddate_macro', macro) }
  }
  const from = start === undefined ? undefined : requireDay('start_moddate', start)
  const to = end === undefined ? undefined : requireDay('end_moddate', end)
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidDate('start_moddate', `The range ends on ${end}, before it starts on ${start}.`)
  }
  return { kind: 'range', ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

export const modifiedParameters = ['start_moddate', 'end_moddate', 'moddate_macro'] as const

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}

/** Creates the fault about a date [dp-7.2:REPORT_INVALID_DATE]. */
export function invalidDate(parameter: string, detail: string): Fault {
  return new Fault('REPORT_INVALID_DATE', detail, { element: parameter })
}
