import { serializeRows } from './read/serialize-rows.ts'
import type { Report } from './table/report.ts'

/** Serializes a report as JSON, in parts to be joined: one per row, since a ledger can have very many. */
export function* serializeReport({ Header, Columns, Rows }: Report): Generator<string, void> {
  yield `{"Header":${JSON.stringify(Header)},"Columns":${JSON.stringify(Columns)},"Rows":`
  yield* serializeRows(Rows)
  yield '}'
}
