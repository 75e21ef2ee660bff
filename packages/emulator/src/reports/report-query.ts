import { childrenByName, childText, type Element } from '@bridge/qbxml'
import type { Test } from '../queries/filters.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { getCashLedgerLines } from './cash-basis.ts'
import { getLedgerLines, type LedgerLine } from './ledger-lines.ts'
import type { Period } from './period-text.ts'
import { createLedgerFilter } from './report-filters.ts'
import { readPeriod } from './report-period.ts'

/** A summary's rows: those with postings, those with nonzero amounts, or all. */
export type ReturnRows = 'ActiveOnly' | 'NonZero' | 'All'

/** A request for a report. */
export interface ReportQuery {
  readonly request: Element
  readonly context: RequestContext
  readonly period: Period
  readonly basis: 'Accrual' | 'Cash'
  readonly columns: readonly string[]
  readonly passes: Test<LedgerLine>
}

/** Reads a report request. Throws its period and filter statuses. */
export function readReportQuery(request: Element, context: RequestContext): ReportQuery {
  const basis = childText(request, 'ReportBasis')
  return {
    request,
    context,
    period: readPeriod(request, context),
    basis: basis === 'Accrual' || basis === 'Cash' ? basis : context.switches.reportBasis,
    columns: childrenByName(request, 'IncludeColumn').map(({ text }) => text),
    passes: createLedgerFilter(context, request),
  }
}

/** Returns an option's value, or its default. */
export function getOption(query: ReportQuery, name: string, byDefault: string): string {
  return childText(query.request, name) || byDefault
}

/** Returns the ledger lines passing the filters, on all dates, in no particular order. */
export function* findLedgerLines({ context: { books }, basis, passes }: ReportQuery): Generator<LedgerLine> {
  for (const line of basis === 'Cash' ? getCashLedgerLines(books) : getLedgerLines(books)) if (passes(line)) yield line
}
