import { Fault } from '@bridge/faults'
import type { CheckedCustomField, CheckedValue, Unchanged } from '../table/checked.ts'
import type { RecordDraft } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import { type DerivedRow, isValueRow, type Rows, type ValueRow } from '../table/row.ts'
import { checkCustomFields } from './check-custom-fields.ts'
import { checkValue, isBlank, isMeaningful } from './check-value.ts'
import { type ClientNode, clientTree } from './client-tree.ts'

/** Where a walk through a body stands. */
export interface Walk {
  readonly operation: RecordDraft['operation']
  /** Stands before every path in a fault: `Line[2].`, or nothing. */
  readonly path: string
  /** A new line on a record that exists: what QuickBooks takes on an Add alone cannot be set. */
  readonly onExisting?: true
}

/** What a walk through a body found. */
export interface CheckedMembers {
  readonly values: Map<string, CheckedValue>
  readonly unchanged: Unchanged[]
  readonly customFields: CheckedCustomField[]
}

/**
 * Walks a body along the tree of a table. Line tables and required rows are not looked at here.
 * Throws 2010, 2050, UNMAPPED_FIELD and UNSUPPORTED_BY_DESKTOP with `element`.
 */
export function checkMembers(rows: Rows, body: JsonObject, walk: Walk): CheckedMembers {
  const found: CheckedMembers = { values: new Map(), unchanged: [], customFields: [] }
  checkGroup(clientTree(rows), body, { ...walk, body, found })
  return found
}

interface Visit extends Walk {
  readonly body: JsonObject
  readonly found: CheckedMembers
}

function checkGroup(node: ClientNode, group: JsonObject, visit: Visit): void {
  for (const [name, value] of Object.entries(group)) {
    const member = node.children.get(name)
    if (member === undefined) throw unmapped(node, name, visit.path)
    if (member.row !== undefined) checkMember(member, value, visit)
    else if (isBlank(value)) blankGroup(member, visit)
    else if (isJsonObject(value)) checkGroup(member, value, visit)
    else
      throw new Fault('2010', `${visit.path}${member.key} must be an object`, { element: `${visit.path}${member.key}` })
  }
}

function unmapped(node: ClientNode, name: string, path: string): Fault {
  const element = `${path}${node.key === '' ? '' : `${node.key}.`}${name}`
  const near = [...node.children.keys()].find((known) => known.toLowerCase() === name.toLowerCase())
  return new Fault(
    'UNMAPPED_FIELD',
    `there is no field ${element}${near === undefined ? '' : `; did you mean ${near}?`}`,
    { element },
  )
}

function checkMember({ key, row }: ClientNode, value: JsonValue, visit: Visit): void {
  const path = `${visit.path}${key}`
  if (row === undefined || row.kind === 'ignored' || row.kind === 'lines') return
  if (row.kind === 'refused') {
    if (isMeaningful(value) && row.passes?.(value, visit.body) !== true) throw unsupported(path, row.reason)
  } else if (isValueRow(row) && row.composedOf !== undefined) {
    if (!isBlank(value)) visit.found.unchanged.push({ path: key, value, reason: '', composedOf: row.composedOf })
  } else if (row.kind === 'derived' && row.isCustomFields) {
    visit.found.customFields.push(...checkCustomFields(value, path))
  } else if (row.kind === 'derived' && row.to !== undefined) {
    checkStructure(key, row, row.to, value, visit)
  } else if (row.kind === 'derived' || row.fixed !== undefined) {
    if (row.fixed !== undefined && row.fixed.passes?.(value, visit.body) !== true)
      keepAsIs(path, key, value, row.fixed.reason, visit)
  } else if (row.readOnly) {
    checkOpening(key, row, value, visit)
  } else {
    checkWritable(key, row, value, visit)
  }
}

function unsupported(path: string, reason: string): Fault {
  return new Fault('UNSUPPORTED_BY_DESKTOP', `${path}: ${reason}`, { element: path })
}

/** A value that is written in a form of its own. */
function checkStructure(
  key: string,
  { fixed, createOnly }: DerivedRow,
  to: NonNullable<DerivedRow['to']>,
  value: JsonValue,
  { operation, path, onExisting, body, found }: Visit,
): void {
  if (!isMeaningful(value) || fixed?.passes?.(value, body) === true) return
  if (createOnly && operation === 'update')
    found.unchanged.push({ path: key, value, reason: fixed?.reason ?? onCreationOnly })
  else if (createOnly && onExisting) throw unsupported(`${path}${key}`, fixed?.reason ?? onCreationOnly)
  else found.values.set(key, to(value, { path: `${path}${key}`, operation, body }))
}

/** A value that cannot be written: refused on create, compared with the record on update. */
function keepAsIs(path: string, key: string, value: JsonValue, reason: string, { operation, found }: Visit): void {
  if (!isMeaningful(value)) return
  if (operation === 'create') throw unsupported(path, reason)
  found.unchanged.push({ path: key, value, reason })
}

function checkOpening(key: string, row: ValueRow, value: JsonValue, { operation, path, body, found }: Visit): void {
  const { openedBy } = row
  if (openedBy === undefined || operation === 'update' || isBlank(body[openedBy.withKey]) || isBlank(value)) return
  found.values.set(key, checkValue(row, value, `${path}${key}`))
}

function checkWritable(key: string, row: ValueRow, value: JsonValue, visit: Visit): void {
  const { operation, path, found } = visit
  const isUpdate = operation === 'update'
  if (isUpdate && isShownOnly(row, value)) {
    found.unchanged.push({ path: key, value, reason: 'QuickBooks Desktop sets this value by itself' })
    return
  }
  const checked = isBlank(value) ? '' : checkValue(row, value, `${path}${key}`)
  if (isUpdate && row.createOnly) {
    if (isMeaningful(value) || typeof value === 'number')
      found.unchanged.push({ path: key, value, reason: onCreationOnly })
  } else if (visit.onExisting && row.createOnly && isMeaningful(value)) {
    throw unsupported(`${path}${key}`, onCreationOnly)
  } else if (checked !== '') {
    found.values.set(key, checked)
  } else if (isUpdate && row.permanent) {
    found.unchanged.push({ path: key, value: null, reason: 'QuickBooks Desktop cannot empty this field' })
  } else if (isUpdate && row.kind !== 'bool' && row.kind !== 'choice') {
    found.values.set(key, '')
  }
}

/** Whether a value is one that QuickBooks shows and nobody can choose: an update may only repeat it. */
function isShownOnly({ choices }: ValueRow, value: JsonValue): boolean {
  const meant = choices?.filter(({ client }) => client === value) ?? []
  return meant.length > 0 && meant.every(({ writes }) => writes === false)
}

/** `BillAddr: null` blanks the address. */
function blankGroup(node: ClientNode, visit: Visit): void {
  for (const member of node.children.values()) {
    if (member.row === undefined) blankGroup(member, visit)
    else if (isValueRow(member.row)) checkMember(member, null, visit)
  }
}

/**
 * Refuses members that none of these tables has, whatever they hold: a body that can only be repeated.
 * Throws UNMAPPED_FIELD with `element`.
 */
export function requireKnownMembers(tables: readonly Rows[], body: JsonObject, path: string): void {
  const faults = tables.map((rows) => unknownMember(clientTree(rows), body, path))
  const [fault] = faults
  if (fault !== undefined && faults.every((each) => each !== undefined)) throw fault
}

function unknownMember(node: ClientNode, group: JsonObject, path: string): Fault | undefined {
  for (const [name, value] of Object.entries(group)) {
    const member = node.children.get(name)
    if (member === undefined) return unmapped(node, name, path)
    const below = member.row === undefined && isJsonObject(value) ? unknownMember(member, value, path) : undefined
    if (below !== undefined) return below
  }
  return undefined
}

const onCreationOnly = 'QuickBooks Desktop sets it on creation only'

/** Refuses a record that lacks what it needs. */
export function requireValues(
  rows: Rows,
  values: ReadonlyMap<string, CheckedValue>,
  operation: RecordDraft['operation'],
  path: string,
): void {
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
