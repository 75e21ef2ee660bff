import type { Report, ReportRow } from '@bridge/translation'

/** A row of a report, flat. */
export interface FlatRow {
  readonly kind: 'data' | 'summary'
  readonly label: string
  /** The headers of the sections around it. */
  readonly sections: readonly string[]
  readonly group: string | undefined
  /** The cells by their columns' titles. */
  readonly cells: ReadonlyMap<string, string>
}

/** Lists a report's rows, those of sections before their summary. */
export function listRows({ Columns, Rows }: Report): readonly FlatRow[] {
  const titles = Columns.Column.flatMap(({ ColTitle, Columns: inner }) =>
    inner === undefined ? [ColTitle] : inner.Column.map((each) => `${ColTitle}/${each.ColTitle}`),
  )
  const list = (rows: readonly ReportRow[], sections: readonly string[]): readonly FlatRow[] =>
    rows.flatMap((row): readonly FlatRow[] => {
      const create = (kind: FlatRow['kind'], cells: readonly { readonly value: string }[]): FlatRow => ({
        kind,
        label: cells[0]?.value ?? '',
        sections,
        group: row.group,
        cells: new Map(cells.map(({ value }, index) => [titles[index] ?? '', value])),
      })
      if ('ColData' in row) return [create('data', row.ColData)]
      const header = row.Header?.ColData[0]?.value
      return [
        ...list(row.Rows?.Row ?? [], header === undefined ? sections : [...sections, header]),
        ...(row.Summary === undefined ? [] : [create('summary', row.Summary.ColData)]),
      ]
    })
  return list(Rows.Row ?? [], [])
}
