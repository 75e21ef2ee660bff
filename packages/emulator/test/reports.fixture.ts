import { child, childrenByName, childText, type Element, type QbxmlResponse } from '@bridge/qbxml'
import Big from 'big.js'
import type { Company } from '../src/company/company.ts'
import { only, sendXml } from './company.fixture.ts'

/** A report as text: its head, its columns' titles, and its rows. */
export interface ReadReport {
  readonly title: string
  readonly subtitle: string
  readonly basis: string
  /** One text per column, with its title rows joined by `/`. */
  readonly titles: readonly string[]
  readonly rows: readonly ReadRow[]
}

export interface ReadRow {
  readonly kind: string
  /** A TextRow's value, or the first column's cell. */
  readonly label: string | undefined
  /** The full name the row is about. */
  readonly record: string | undefined
  /** The cells by column title; with repeated titles, the last. */
  readonly cells: Readonly<Record<string, string>>
}

/** Sends a report query with options as XML in request order. */
export function sendReport(company: Company, type: string, options = ''): Promise<QbxmlResponse> {
  const kind = /Aging/.test(type)
    ? 'Aging'
    : /Detail|Ledger|Journal|TxnList/.test(type)
      ? 'GeneralDetail'
      : 'GeneralSummary'
  const request = `${kind}ReportQueryRq`
  return sendXml(company, `<${request}><${kind}ReportType>${type}</${kind}ReportType>${options}</${request}>`)
}

/** Returns a report, which must succeed; its row numbers must be gap-free and agree with `NumRows`. */
export async function readReport(company: Company, type: string, options = ''): Promise<ReadReport> {
  const report = only(await sendReport(company, type, options))
  const columns = childrenByName(report, 'ColDesc')
  const titles = columns.map((column) =>
    childrenByName(column, 'ColTitle')
      .map((title) => title.attributes?.value ?? '')
      .join('/'),
  )
  const rows = child(report, 'ReportData')?.children ?? []
  rows.forEach((row, index) => {
    if (row.attributes?.rowNumber !== String(index + 1)) throw new Error(`Row ${index + 1} has another number.`)
  })
  if (childText(report, 'NumRows') !== String(rows.length)) throw new Error('NumRows is not the number of rows.')
  if (childText(report, 'NumColumns') !== String(columns.length)) throw new Error('NumColumns is not that of columns.')
  return {
    title: childText(report, 'ReportTitle') ?? '',
    subtitle: childText(report, 'ReportSubtitle') ?? '',
    basis: childText(report, 'ReportBasis') ?? '',
    titles,
    rows: rows.map((row) => toRow(row, titles)),
  }
}

function toRow(row: Element, titles: readonly string[]): ReadRow {
  const cells = childrenByName(row, 'ColData').map((cell): [string, string] => [
    titles[Number(cell.attributes?.colID) - 1] ?? '',
    cell.attributes?.value ?? '',
  ])
  const { [titles[0] ?? '']: label, ...others } = Object.fromEntries(cells)
  return {
    kind: row.name,
    label: row.attributes?.value ?? label,
    record: child(row, 'RowData')?.attributes?.value,
    cells: others,
  }
}

/** Returns the rows as text lines: kind, label and cells. */
export function toLines({ rows }: ReadReport): readonly string[] {
  return rows.map(({ kind, label, cells }) =>
    [kind.replace('Row', ''), label ?? '', ...Object.values(cells)].join(' | '),
  )
}

/** Returns an amount from the last row with a label; zero if there is none. */
export function amountAt({ rows, titles }: ReadReport, label: string, column = titles[1] ?? ''): Big {
  return Big(rows.findLast((row) => row.label === label)?.cells[column] ?? 0)
}

/** Returns a period's options. */
export function period(from: string, to: string): string {
  return `<ReportPeriod><FromReportDate>${from}</FromReportDate><ToReportDate>${to}</ToReportDate></ReportPeriod>`
}
