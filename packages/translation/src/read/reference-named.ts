import { isBlank } from '../check/check-value.ts'
import { valueAt } from '../check/same-json.ts'
import type { CheckedRecord } from '../table/checked.ts'
import { isJsonObject, type JsonObject, scalarText } from '../table/json.ts'
import { isValueRow, type Row, type Rows } from '../table/row.ts'

/**
 * Finds the field with the reference quoted in a status message: `CustomerRef`, `Line[2].SalesItemLineDetail.ItemRef`,
 * or `Id` for the record's own ID. Returns undefined unless exactly one field has the quoted value.
 */
export function findNamedReference(
  message: string,
  { table, variant, id, body, lines }: CheckedRecord,
): string | undefined {
  // An update's variant may be undetermined, but a field has the same name in all variants.
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
    return text !== undefined && message.includes(`"${removePrefix(row, text)}"`) ? [key] : []
  })
}

function isReference(row: Row): boolean {
  return isValueRow(row) && (row.type === 'ref' || (row.type === 'text' && row.element.endsWith('Ref/FullName')))
}

function removePrefix(row: Row, text: string): string {
  const { idPrefix = '' } = isValueRow(row) ? row : {}
  return text.toUpperCase().startsWith(idPrefix) ? text.slice(idPrefix.length) : text
}

function referenceText(sent: JsonObject[string] | undefined): string | undefined {
  const value = isJsonObject(sent) ? (isBlank(sent.value) ? sent.name : sent.value) : sent
  return isBlank(value) ? undefined : scalarText(value)?.trim()
}
