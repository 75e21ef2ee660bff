import { readFileSync } from 'node:fs'
import { childrenByName, childText, type Element, ElementReader, runAtOnce } from '@bridge/qbxml'
import type { Cell, Report, ReportColumn, ReportRow } from '../src/reports/table/report.ts'

/** Reads a recording's text. */
export function readRecording(file: string): string {
  return readFileSync(new URL(`recorded-reports/${file}`, import.meta.url), 'utf8')
}

/** Reads a recorded QBO report: its JSON, or its XML as JSON. */
export function readRecordedReport(file: string): Report {
  const text = readRecording(file)
  if (file.endsWith('.json')) return JSON.parse(text) as Report
  let root: Element | undefined
  const reader = new ElementReader(
    text,
    { depth: 1, maxCharacters: 1_000_000 },
    {
      onFrameOpen: () => undefined,
      onElement: (element) => {
        root = element
      },
    },
  )
  runAtOnce(reader.read())
  if (root === undefined) throw new Error(`${file} is empty.`)
  return toReport(root)
}

function toReport(root: Element): Report {
  const [header] = childrenByName(root, 'Header')
  const fields = (header?.children ?? []).filter(({ name }) => name !== 'Option')
  const options = header === undefined ? [] : childrenByName(header, 'Option')
  return {
    Header: {
      ...Object.fromEntries(fields.map(({ name, text }) => [name, text])),
      Option: options.map(toNameValue),
    } as unknown as Report['Header'],
    Columns: { Column: childrenOf(root, 'Columns').map(toColumn) },
    Rows: toRows(childrenOf(root, 'Rows')),
  }
}

function childrenOf(element: Element, name: string): readonly Element[] {
  return childrenByName(element, name).flatMap(({ children }) => children)
}

function toNameValue(element: Element) {
  return { Name: childText(element, 'Name') ?? '', Value: childText(element, 'Value') ?? '' }
}

function toColumn(column: Element): ReportColumn {
  const metaData = childrenByName(column, 'MetaData').map(toNameValue)
  return {
    ColTitle: childText(column, 'ColTitle') ?? '',
    ColType: childText(column, 'ColType') ?? '',
    ...(metaData.length > 0 && { MetaData: metaData }),
  }
}

function toRows(rows: readonly Element[]): Report['Rows'] {
  return rows.length === 0 ? {} : { Row: rows.map(toRow) }
}

/** Old recordings have child elements in place of attributes. */
function toRow(row: Element): ReportRow {
  const type = row.attributes?.type ?? childText(row, 'type')
  const group = row.attributes?.group ?? childText(row, 'group')
  const rows = childrenByName(row, 'Rows')
  return {
    ...toCellGroup('Header', row),
    ...(rows.length > 0 && { Rows: toRows(childrenOf(row, 'Rows')) }),
    ...toCellGroup('Summary', row),
    ...(childrenByName(row, 'ColData').length > 0 && { ColData: childrenByName(row, 'ColData').map(toCell) }),
    ...(type !== undefined && { type }),
    ...(group !== undefined && { group }),
  } as ReportRow
}

function toCellGroup(name: string, row: Element): object {
  const cells = childrenOf(row, name)
  return cells.length === 0 ? {} : { [name]: { ColData: cells.map(toCell) } }
}

function toCell(cell: Element): Cell {
  const id = cell.attributes?.id ?? childText(cell, 'id')
  return { value: cell.attributes?.value ?? childText(cell, 'value') ?? '', ...(id !== undefined && { id }) }
}

/** Returns the account IDs in a report's sections, by full name. */
export function collectAccounts(
  rows: readonly ReportRow[],
  path: readonly string[] = [],
): Readonly<Record<string, { readonly id: string }>> {
  const accounts: Record<string, { readonly id: string }> = {}
  for (const row of rows) {
    const [cell] = 'ColData' in row ? row.ColData : (row.Header?.ColData ?? [])
    const name = [...path, cell?.value ?? ''].join(':')
    if (cell?.id !== undefined) accounts[name] = { id: cell.id }
    const isAccount = row.group === undefined && cell !== undefined
    if (!('ColData' in row)) Object.assign(accounts, collectAccounts(row.Rows?.Row ?? [], isAccount ? [name] : []))
  }
  return accounts
}
