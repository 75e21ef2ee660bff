import type { Report, ReportRow, ReportRows } from './table/report.ts'

/** Serializes a report as JSON, in parts to be joined: one per row, since a ledger can have very many. */
export function* serializeReport({ Header, Columns, Rows }: Report): Generator<string, void> {
  yield `{"Header":${JSON.stringify(Header)},"Columns":${JSON.stringify(Columns)},"Rows":`
  yield* formatRows(Rows)
  yield '}'
}

function* formatRows({ Row: rows }: ReportRows): Generator<string, void> {
  if (rows === undefined) {
    yield '{}'
    return
  }
  yield '{"Row":['
  for (const [index, row] of rows.entries()) {
    if (index > 0) yield ','
    yield* serializeRow(row)
  }
  yield ']}'
}

function* serializeRow(row: ReportRow): Generator<string, void> {
  if (!('Rows' in row) || row.Rows === undefined) {
    yield JSON.stringify(row)
    return
  }
  const { Header, Rows, ...rest } = row
  yield Header === undefined ? '{"Rows":' : `{"Header":${JSON.stringify(Header)},"Rows":`
  yield* formatRows(Rows)
  const others = JSON.stringify(rest)
  yield others === '{}' ? '}' : `,${others.slice(1)}`
}
