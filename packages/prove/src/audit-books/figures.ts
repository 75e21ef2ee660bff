import type { CompanyClient } from './company-client.ts'
import type { Paper } from './paper.ts'
import { listRows } from './read-report.ts'
import { type Basis, type Entry, recount } from './recount.ts'
import { type ReportAudit, reportAudits } from './report-audits.ts'

/** A report's figure and the papers' figure. */
export interface Figure {
  readonly report: string
  readonly basis?: Basis
  readonly label: string
  readonly expected: string
  /** Undefined if the report has no such row. */
  readonly found: string | undefined
  readonly isEqual: boolean
}

const period = { start_date: '2026-03-01', end_date: '2026-03-31' }

/** Reads the twenty reports, on both bases where they have them, and compares them with the papers. */
export async function readFigures(company: CompanyClient, papers: readonly Paper[]): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const audit of reportAudits) {
    for (const basis of audit.hasBasis ? (['Accrual', 'Cash'] as const) : [undefined]) {
      figures.push(...(await readReport(company, audit, basis, papers)))
    }
  }
  return figures
}

async function readReport(
  company: CompanyClient,
  { name, dates, expect }: ReportAudit,
  basis: Basis | undefined,
  papers: readonly Paper[],
): Promise<readonly Figure[]> {
  const report = await company.report(name, {
    ...(dates === 'period' ? period : { report_date: period.end_date }),
    ...(basis && { accounting_method: basis }),
  })
  const rows = listRows(report)
  const entries: readonly Entry[] = recount(papers, basis ?? 'Accrual')
  return expect({ entries, papers }).map(({ label, value, unit, find }) => {
    const found = find(rows)
    const expected = unit === 'count' ? String(value) : (value / 100).toFixed(2)
    return {
      report: name,
      ...(basis && { basis }),
      label,
      expected,
      found,
      isEqual: Number(found === undefined || found === '' ? Number.NaN : found) === Number(expected),
    }
  })
}
