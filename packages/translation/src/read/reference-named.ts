import { isBlank } from '../check/check-value.ts'
import { valueAt } from '../check/same-json.ts'
import type { CheckedRecord } from '../table/checked.ts'
import { isJsonObject, type JsonObject, scalarText } from '../table/json.ts'
import { isValueRow, type Row, type Rows } from '../table/row.ts'

/**
 * The client's path of the reference that a message of QuickBooks quotes: `CustomerRef`,
 * `Line[2].SalesItemLineDetail.ItemRef`; `Id` where it is the record's own.
 * Nothing where no field, or more than one, holds what is quoted.
 */
export function referenceNamedIn(
  message: string,
  { table, variant, id, body, lines }: CheckedRecord,
): string | undefined {
  // Of an update it is not known which member of a family it changes: a field has the same name in all.
  const variants = variant === undefined ? table.variants : [variant]
  const header = variants.flatMap(({ rows }) => quotedIn(message, rows, body))
  const inLines = (lines ?? []).flatMap(({ path, kind, body: line }) =>
    quotedIn(message, kind?.rows ?? {}, line).map((key) => ({ key, path: `${path}.${key}` })),
  )
  const keys = new Set([...header, ...inLines.map(({ key }) => key)])
  if (keys.size === 0 && id !== undefined && message.includes(`"${id}"`)) return 'Id'
  return keys.size === 1 ? (header[0] ?? inLines[0]?.path) : undefined
}

function quotedIn(message: string, rows: Rows, body: JsonObject): string[] {
  return Object.entries(rows).flatMap(([key, row]) => {
    const text = isReference(row) ? referenceText(valueAt(body, key)) : undefined
    return text !== undefined && message.includes(`"${text}"`) ? [key] : []
  })
}

function isReference(row: Row): boolean {
  return isValueRow(row) && (row.type === 'ref' || (row.type === 'text' && row.element.endsWith('Ref/FullName')))
}

function referenceText(sent: JsonObject[string] | undefined): string | undefined {
  const value = isJsonObject(sent) ? (isBlank(sent.value) ? sent.name : sent.value) : sent
  return isBlank(value) ? undefined : scalarText(value)?.trim()
}
