import { Fault } from '@bridge/faults'
import type { CheckedRecord } from '../table/checked.ts'
import { type EntityTable, type RecordDraft, type Variant, variantForBody } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'
import { findLinesRow } from '../table/line-table.ts'
import type { CheckedLine, Rows } from '../table/row.ts'
import { checkLines } from './check-lines.ts'
import { checkMembers, requireValues } from './check-members.ts'
import { checkToken, isBlank, maxIdLength } from './check-value.ts'

/** The maximum EditSequence length. */
export const maxTokenLength = 16

/**
 * Checks a new record's body and converts it to the desktop's spelling. Throws faults with `element`: 2010 (wrong type
 * or form), 2020 (missing), 2050 (too long), UNMAPPED_FIELD, UNSUPPORTED_BY_DESKTOP, UNMAPPED_ACCOUNT_TYPE,
 * MISSING_REQUIRED_DESKTOP_ITEM.
 */
export function checkCreate(table: EntityTable, body: unknown): CheckedRecord {
  const object = asObject(body)
  if (!isBlank(object.Id)) checkToken(object.Id, 'Id', maxIdLength)
  const variant = variantForBody(table, object)
  if (variant === undefined || !variant.can.includes('create')) {
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${table.name} is read-only and cannot be created.`)
  }
  return checkBody(table, variant, 'create', object)
}

/**
 * Checks an update's body, which needs `Id` and `SyncToken`: omitted fields keep their values, blank ones are cleared.
 * Throws the faults from {@link checkCreate}.
 */
export function checkUpdate(table: EntityTable, body: unknown): CheckedRecord {
  const object = asObject(body)
  const isWritable = ({ can }: Variant): boolean => can.includes('update')
  const writable = table.variants.filter(isWritable)
  // Tries variants that cannot be updated last, since only the current record shows whether it is one of them.
  const possible = writable.length === 0 ? [] : [...writable, ...table.variants.filter((each) => !isWritable(each))]
  let rejection: unknown
  for (const variant of possible) {
    try {
      const record = checkBody(table, variant, 'update', object)
      // Only the current record shows its variant, so one variant accepting the body is enough for now.
      return table.variants.length === 1 ? record : { ...record, variant: undefined }
    } catch (error) {
      rejection ??= error
    }
  }
  throw rejection ?? new Fault('UNSUPPORTED_BY_DESKTOP', `${table.name} is read-only and cannot be updated.`)
}

/** Returns the body if it is a JSON object. Throws BAD_REQUEST. */
export function asObject(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw new Fault('BAD_REQUEST', 'The body must be a JSON object.')
  return body
}

/** Checks a body against one variant. {@link checkUpdate} does not choose one for families. */
export function checkBody(
  table: EntityTable,
  variant: Variant,
  operation: RecordDraft['operation'],
  body: JsonObject,
): CheckedRecord {
  const isUpdate = operation === 'update'
  const id = isUpdate ? requiredToken(body, 'Id', maxIdLength) : undefined
  const syncToken = isUpdate ? requiredToken(body, 'SyncToken', maxTokenLength) : undefined
  const members = checkMembers(variant.rows, body, { operation, path: '' })
  const { values, unchanged } = members
  const lines = checkLineTable(variant.rows, body, operation)
  variant.alsoCheck?.({ operation, body, values, unchanged })
  requireValues(variant.rows, values, operation, '')
  const resolved = isUpdate ? lines : resolveLines(variant.rows, lines, body)
  return { ...members, table, variant, id, syncToken, lines: resolved, body }
}

function checkLineTable(
  rows: Rows,
  body: JsonObject,
  operation: RecordDraft['operation'],
): readonly CheckedLine[] | undefined {
  for (const [key, row] of Object.entries(rows)) {
    if (row.kind !== 'lines') continue
    const value = body[key]
    if (value !== undefined && value !== null) return checkLines(row, value, operation)
    if (row.required && operation === 'create') throw new Fault('2020', `${key} is required.`, { element: key })
  }
  return undefined
}

/** Resolves a new record's lines that depend on each other. */
function resolveLines(rows: Rows, lines: CheckedRecord['lines'], body: JsonObject): CheckedRecord['lines'] {
  return lines && (findLinesRow(rows)?.resolve?.(lines, { body, stored: [] }) ?? lines)
}

/** Returns a token required by the operation. Throws 2020 and 2010 with `element`. */
export function requiredToken(body: JsonObject, name: string, max: number, what = 'an update'): string {
  if (isBlank(body[name])) throw new Fault('2020', `${name} is required for ${what}.`, { element: name })
  return checkToken(body[name], name, max)
}
