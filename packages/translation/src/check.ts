import { Fault } from '@bridge/faults'
import { checkLines } from './check-lines.ts'
import { checkToken, checkValue, idMax, isBlank, isMeaningful } from './check-value.ts'
import { type ClientNode, clientTree } from './client-tree.ts'
import type { CheckedLine, CheckedRecord, CheckedValue, Unchanged } from './table/checked.ts'
import type { EntityTable, RecordDraft, Variant } from './table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './table/json.ts'
import { isValueRow, type LinesRow, type Rows, type ValueRow } from './table/row.ts'

/** EditSequence is at most this long. */
const tokenMax = 16

/**
 * A body for a new record, in the desktop's spelling.
 * Throws faults with `element`: 2010 (type or form), 2020 (missing), 2050 (too long), UNMAPPED_FIELD,
 * UNSUPPORTED_BY_DESKTOP, UNMAPPED_ACCOUNT_TYPE, MISSING_REQUIRED_DESKTOP_ITEM.
 */
export const checkCreate = (table: EntityTable, body: unknown): CheckedRecord => {
  const object = asObject(body)
  const variant = table.variantOf?.(object) ?? table.variants[0]
  if (variant === undefined || !variant.can.includes('create')) {
    throw new Fault(
      'UNSUPPORTED_BY_DESKTOP',
      `${table.name} is read-only: QuickBooks Desktop cannot create it through this service`,
    )
  }
  return checkBody(table, variant, 'create', object)
}

/**
 * A body for an existing record: omitted members stay as they are, blank ones are cleared.
 * Throws the faults of {@link checkCreate}. Needs `Id` and `SyncToken`.
 */
export const checkUpdate = (table: EntityTable, body: unknown): CheckedRecord => {
  const object = asObject(body)
  const writable = table.variants.filter((variant) => variant.can.includes('update'))
  let refusal: unknown
  for (const variant of writable) {
    try {
      const record = checkBody(table, variant, 'update', object)
      // In a family only the record itself says what it is; until it is read, one variant that takes the body is enough.
      return table.variants.length === 1 ? record : { ...record, variant: undefined }
    } catch (error) {
      refusal ??= error
    }
  }
  throw (
    refusal ??
    new Fault(
      'UNSUPPORTED_BY_DESKTOP',
      `${table.name} is read-only: QuickBooks Desktop cannot change it through this service`,
    )
  )
}

const asObject = (body: unknown): JsonObject => {
  if (!isJsonObject(body))
    throw new Fault('BAD_REQUEST', 'the body must be a JSON object with the fields of the record')
  return body
}

/** Checks a body against one variant; {@link checkUpdate} leaves the choice open for families. */
export const checkBody = (
  table: EntityTable,
  variant: Variant,
  operation: RecordDraft['operation'],
  body: JsonObject,
): CheckedRecord => {
  const isUpdate = operation === 'update'
  const id = isUpdate ? requiredToken(body, 'Id', idMax) : undefined
  const syncToken = isUpdate ? requiredToken(body, 'SyncToken', tokenMax) : undefined
  const { values, unchanged, lines } = checkMembers(variant.rows, body, { operation, path: '' })
  variant.alsoCheck?.({ operation, body, values })
  requireValues(variant.rows, values, operation, '')
  if (!isUpdate && lines === undefined) requireLines(variant.rows)
  return { table, variant, id, syncToken, values, lines, unchanged, body }
}

const requireLines = (rows: Rows): void => {
  for (const [key, row] of Object.entries(rows)) {
    if (row.kind === 'lines' && row.required) throw new Fault('2020', `${key} is required`, { element: key })
  }
}

const requiredToken = (body: JsonObject, name: string, max: number): string => {
  if (isBlank(body[name])) throw new Fault('2020', `${name} is required for an update`, { element: name })
  return checkToken(body[name], name, max)
}

/** Where a walk through a body stands. */
export interface Walk {
  readonly operation: RecordDraft['operation']
  /** Stands before every path in a fault: `Line[2].`, or nothing. */
  readonly path: string
}

/** What a walk through a body found. */
export interface CheckedMembers {
  readonly values: Map<string, CheckedValue>
  readonly unchanged: Unchanged[]
  lines: readonly CheckedLine[] | undefined
}

/** Walks a body along the tree of a table; required rows are not looked at yet. */
export const checkMembers = (rows: Rows, body: JsonObject, walk: Walk): CheckedMembers => {
  const found: CheckedMembers = { values: new Map(), unchanged: [], lines: undefined }
  checkGroup(clientTree(rows), body, { ...walk, body, found })
  return found
}

interface Visit extends Walk {
  readonly body: JsonObject
  readonly found: CheckedMembers
}

const checkGroup = (node: ClientNode, group: JsonObject, visit: Visit): void => {
  for (const [name, value] of Object.entries(group)) {
    const member = node.children.get(name)
    if (member === undefined) throw unmapped(node, name, visit)
    if (member.row !== undefined) checkMember(member, value, visit)
    else if (isBlank(value)) blankGroup(member, visit)
    else if (isJsonObject(value)) checkGroup(member, value, visit)
    else
      throw new Fault('2010', `${visit.path}${member.key} must be an object`, { element: `${visit.path}${member.key}` })
  }
}

const unmapped = (node: ClientNode, name: string, { path }: Visit): Fault => {
  const element = `${path}${node.key === '' ? '' : `${node.key}.`}${name}`
  const near = [...node.children.keys()].find((known) => known.toLowerCase() === name.toLowerCase())
  return new Fault(
    'UNMAPPED_FIELD',
    `there is no field ${element}${near === undefined ? '' : `; did you mean ${near}?`}`,
    { element },
  )
}

/** `BillAddr: null` blanks the address. */
const blankGroup = (node: ClientNode, visit: Visit): void => {
  for (const member of node.children.values()) {
    if (member.row === undefined) blankGroup(member, visit)
    else if (isValueRow(member.row)) checkMember(member, null, visit)
  }
}

const checkMember = ({ key, row }: ClientNode, value: JsonValue, visit: Visit): void => {
  const path = `${visit.path}${key}`
  if (row === undefined || row.kind === 'ignored') return
  if (row.kind === 'lines') {
    visit.found.lines = checkLineTable(row, value, visit)
  } else if (row.kind === 'refused') {
    if (isMeaningful(value) && row.passes?.(value, visit.body) !== true) throw unsupported(path, row.reason)
  } else if (row.kind === 'derived' || row.fixed !== undefined) {
    if (row.fixed !== undefined && row.fixed.passes?.(value, visit.body) !== true)
      keepAsIs(path, key, value, row.fixed.reason, visit)
  } else if (row.readOnly) {
    checkOpening(key, row, value, visit)
  } else {
    checkWritable(key, row, value, visit)
  }
}

const checkLineTable = (row: LinesRow, value: JsonValue, visit: Visit): readonly CheckedLine[] | undefined =>
  value === null ? undefined : checkLines(row, value, visit.operation)

const unsupported = (path: string, reason: string): Fault =>
  new Fault('UNSUPPORTED_BY_DESKTOP', `${path}: ${reason}`, { element: path })

/** A value that cannot be written: refused on create, compared with the record on update. */
const keepAsIs = (path: string, key: string, value: JsonValue, reason: string, { operation, found }: Visit): void => {
  if (!isMeaningful(value)) return
  if (operation === 'create') throw unsupported(path, reason)
  found.unchanged.push({ path: key, value, reason })
}

const checkOpening = (key: string, row: ValueRow, value: JsonValue, { operation, path, body, found }: Visit): void => {
  const { openedBy } = row
  if (openedBy === undefined || operation === 'update' || isBlank(body[openedBy.withKey]) || isBlank(value)) return
  found.values.set(key, checkValue(row, value, `${path}${key}`))
}

const checkWritable = (key: string, row: ValueRow, value: JsonValue, { operation, path, found }: Visit): void => {
  const checked = isBlank(value) ? '' : checkValue(row, value, `${path}${key}`)
  const isUpdate = operation === 'update'
  if (isUpdate && row.createOnly) {
    if (isMeaningful(value))
      found.unchanged.push({ path: key, value, reason: 'QuickBooks Desktop sets it on creation only' })
  } else if (checked !== '') {
    found.values.set(key, checked)
  } else if (isUpdate && row.permanent) {
    found.unchanged.push({ path: key, value: null, reason: 'QuickBooks Desktop cannot empty this field' })
  } else if (isUpdate && row.kind !== 'bool' && row.kind !== 'choice') {
    found.values.set(key, '')
  }
}

/** Refuses a record that lacks what it needs. */
export const requireValues = (
  rows: Rows,
  values: ReadonlyMap<string, CheckedValue>,
  operation: RecordDraft['operation'],
  path: string,
): void => {
  for (const [key, row] of Object.entries(rows)) {
    if (!isValueRow(row) || row.required === undefined) continue
    const value = values.get(key)
    if (operation === 'update' ? value !== '' : value !== undefined && value !== '') continue
    const element = `${path}${key}`
    throw row.required === 'item'
      ? new Fault(
          'MISSING_REQUIRED_DESKTOP_ITEM',
          `${element} must name an item of QuickBooks Desktop, by value or full name`,
          { element },
        )
      : new Fault('2020', `${element} is required`, { element })
  }
}
