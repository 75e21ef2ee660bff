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
  const { header, inLines } = findFields({ table, variant, body, lines }, (rows, sent) => quotedIn(message, rows, sent))
  const isInLine = message.includes(' line.')
  const [own, others] = isInLine ? [inLines, header] : [header, inLines]
  const found = own.length > 0 ? own : others
  if (found.length === 0 && id !== undefined && message.includes(`"${id}"`)) return 'Id'
  return new Set(found.map(({ key }) => key)).size === 1 ? found[0]?.path : undefined
}

/**
 * Finds the sent field named by the message of a value that QuickBooks rejects: `The "AccountRef" field has an invalid
 * value …`. Where several lines have it, that is `Line`.
 */
export function findNamedField(message: string, sent: Sent): string | undefined {
  const [, element] = /^The "(\w+)" field has an invalid value /.exec(message) ?? []
  if (element === undefined) return undefined
  const { header, inLines } = findFields(sent, (rows, body) =>
    Object.entries(rows).flatMap(([key, row]) =>
      isValueRow(row) && row.element === element && !isBlank(valueAt(body, key)) ? [key] : [],
    ),
  )
  const found = [...new Set([...header, ...inLines].map(({ path }) => path))]
  return found.length > 1 && header.length === 0 ? 'Line' : found.length === 1 ? found[0] : undefined
}

type Sent = Pick<CheckedRecord, 'table' | 'variant' | 'body' | 'lines'>

/** Finds keys in the header and in the lines, with their paths. */
function findFields({ table, variant, body, lines }: Sent, find: (rows: Rows, body: JsonObject) => string[]) {
  // An update's variant may be undetermined, but a field has the same name in all variants.
  const variants = variant === undefined ? table.variants : [variant]
  return {
    header: variants.flatMap(({ rows }) => find(rows, body)).map((key) => ({ key, path: key })),
    inLines: (lines ?? []).flatMap(({ path, kind, body: line }) =>
      find(kind?.rows ?? {}, line).map((key) => ({ key, path: `${path}.${key}` })),
    ),
  }
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
