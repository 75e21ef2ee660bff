import { Fault } from '@bridge/faults'
import { filterNames, idFilters, wordFilterNames } from './request/filter-rows.ts'
import { otherParameters } from './request/parameters.ts'
import { type GetValue, invalidDate, modifiedParameters, parseDates, parseModified } from './request/parse-dates.ts'
import { parseFilters } from './request/parse-filters.ts'
import { orderParameters, parseOrder } from './request/parse-order.ts'
import { unsupported } from './request/unsupported.ts'
import type { ReportRequest } from './table/report-request.ts'
import type { ReportTable } from './table/report-table.ts'
import type { SummarizeBy } from './table/summarize-by.ts'
import { reports } from './tables/index.ts'

/**
 * Parses a report's name and parameters [dp-4.6:1]. Unknown parameters are ignored, as in QBO; so are blank values.
 * Throws REPORT_UNKNOWN, REPORT_INVALID_DATE, and REPORT_UNSUPPORTED_OPTION with the parameter as the element.
 */
export function parseReport(name: string, sent: Parameters, options: ReportOptions = {}): ReportRequest {
  const table = requireReport(name)
  const parameters = options.departmentsAreClasses ? renameDepartment(sent) : sent
  const getValue: GetValue = (parameter) => getSingle(parameter, parameters.get(parameter) ?? [])
  rejectOthers(table, parameters)
  const { dates, warnings } = parseDates(table, getValue)
  const basis = parseBasis(table, getValue)
  const order = parseOrder(table, getValue)
  return {
    table,
    dates,
    ...(basis !== undefined && { basis }),
    summarizeBy: parseSummarizeBy(table, getValue),
    ...parseFilters(table, parameters),
    modified: parseModified(table, getValue),
    ...(order && { order }),
    warnings,
  }
}

type Parameters = ReadonlyMap<string, readonly string[]>

export interface ReportOptions {
  /** Whether the realm uses classes as departments. */
  readonly departmentsAreClasses?: boolean
}

function renameDepartment(parameters: Parameters): Parameters {
  const { department = [], class: classes = [], ...others } = Object.fromEntries(parameters)
  return new Map(Object.entries({ ...others, class: [...classes, ...department] }))
}

function requireReport(name: string): ReportTable {
  const folded = name.toLowerCase()
  const found = reports.find((report) => report.name.toLowerCase() === folded)
  if (found !== undefined) return found
  const supported = reports.map((report) => report.name).join(', ')
  throw new Fault(
    'REPORT_UNKNOWN',
    `There is no report ${JSON.stringify(name.slice(0, 64))}. The reports are ${supported}.`,
  )
}

const dateParameters: ReadonlySet<string> = new Set(['start_date', 'end_date', 'report_date', 'date_macro'])

/** Reads a single-valued parameter, which may be repeated. */
function getSingle(parameter: string, values: readonly string[]): string | undefined {
  const distinct = new Set(values.map((value) => value.trim()).filter((value) => value !== ''))
  if (distinct.size <= 1) return [...distinct][0]
  const repeated = 'it appears more than once, with different values'
  if (dateParameters.has(parameter)) throw invalidDate(parameter, `${parameter} is not valid: ${repeated}.`)
  throw unsupported(parameter, repeated)
}

function rejectOthers(table: ReportTable, parameters: Parameters): void {
  if (parameters.get('columns')?.some((value) => value.trim() !== '')) {
    throw unsupported('columns', `the columns of ${table.name} are fixed${listColumns(table)}`)
  }
  const { passes } = table
  for (const [parameter, values] of parameters) {
    const other = Object.hasOwn(otherParameters, parameter) ? otherParameters[parameter] : undefined
    if (other === undefined) continue
    const accepted = ['', ...(other.passes ?? []), ...(passes?.[parameter] ?? [])]
    const rejected = values.find((value) => !accepted.includes(value.trim().toLowerCase()))
    if (rejected !== undefined) throw unsupported(parameter, other.reason)
  }
}

function listColumns({ layout }: ReportTable): string {
  return layout.kind === 'detail' ? `: ${layout.columns.map(({ key }) => key).join(', ')}` : ''
}

/** Parses the basis [dp-4.6:accounting_method]. */
function parseBasis({ name, hasBasis }: ReportTable, getValue: GetValue): ReportRequest['basis'] {
  const text = getValue('accounting_method')
  if (text === undefined) return undefined
  if (!hasBasis) throw unsupported('accounting_method', `QuickBooks Desktop has no choice of basis for ${name}`)
  const found = (['Cash', 'Accrual'] as const).find((each) => each.toLowerCase() === text.toLowerCase())
  if (found === undefined) throw unsupported('accounting_method', 'the values are Cash and Accrual')
  return found
}

/** Parses the columns [dp-4.6:summarize_column_by]. */
function parseSummarizeBy({ name, summarizesBy }: ReportTable, getValue: GetValue): SummarizeBy {
  const text = getValue('summarize_column_by')
  if (text === undefined) return 'Total'
  const possible: readonly SummarizeBy[] = ['Total', ...summarizesBy]
  const found = possible.find((each) => each.toLowerCase() === text.toLowerCase())
  if (found !== undefined) return found
  throw unsupported('summarize_column_by', `the values for ${name} are ${possible.join(', ')}`)
}

/** The QBO report parameters that mean something to any report here, or are rejected by all. */
export const reportParameters: readonly string[] = [
  ...dateParameters,
  ...['accounting_method', 'summarize_column_by'],
  ...Object.values(idFilters).flatMap(({ parameters }) => parameters),
  ...wordFilterNames,
  ...modifiedParameters,
  ...orderParameters,
  'columns',
  ...Object.keys(otherParameters),
]

/** Returns the parameters supported by a report, for the documentation. */
export function getReportParameters(table: ReportTable): readonly string[] {
  const { dates, hasBasis, summarizesBy, filters, words = [], filtersByModified } = table
  return [
    ...(dates === 'period' ? ['start_date', 'end_date'] : ['report_date']),
    'date_macro',
    ...(hasBasis ? ['accounting_method'] : []),
    ...(summarizesBy.length > 0 ? ['summarize_column_by'] : []),
    ...filterNames.filter((filter) => filters.includes(filter)).flatMap((filter) => idFilters[filter].parameters),
    ...wordFilterNames.filter((filter) => words.includes(filter)),
    ...(filtersByModified ? modifiedParameters : []),
    ...orderParameters,
  ]
}
