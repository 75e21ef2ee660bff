import { Fault } from '@bridge/faults'
import type { BorrowedValue, CheckedCustomField, SentCurrency } from '../table/checked.ts'
import type { CheckedValue, Unchanged } from '../table/checked-value.ts'
import type { RecordDraft } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import { type DerivedRow, isValueRow, type Row, type Rows, type Site, type ValueRow } from '../table/row.ts'
import type { Rejection, Traits } from '../table/traits.ts'
import { checkCurrency } from './check-currency.ts'
import { checkCustomFields } from './check-custom-fields.ts'
import { checkValue, isBlank, isMeaningful, isZeroTime } from './check-value.ts'
import { type ClientNode, clientTree } from './client-tree.ts'
import { findReferenceId } from './confirmable.ts'

/** The state while walking a body. */
export interface Walk {
  readonly operation: RecordDraft['operation']
  /** The prefix for every fault path: `Line[2].`, or empty. */
  readonly path: string
  /** A new line on an existing record, where create-only values cannot be set. */
  readonly onExisting?: true
}

/** The result from walking a body. */
export interface CheckedMembers {
  readonly values: Map<string, CheckedValue>
  readonly unchanged: Unchanged[]
  readonly customFields: CheckedCustomField[]
  readonly borrowed: BorrowedValue[]
  readonly currencies: SentCurrency[]
}

/**
 * Checks a body's fields against its row tree, except for lines and missing required fields. Throws 2010, 2050,
 * UNMAPPED_FIELD and UNSUPPORTED_BY_DESKTOP with `element`.
 */
export function checkMembers(rows: Rows, body: JsonObject, walk: Walk): CheckedMembers {
  const found: CheckedMembers = { values: new Map(), unchanged: [], customFields: [], borrowed: [], currencies: [] }
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
    if (member === undefined) {
      if (isWithoutEffect(value)) continue
      throw unmapped(node, name, visit.path)
    }
    if (member.row !== undefined) checkMember(member, value, visit)
    else if (isBlank(value)) blankGroup(member, visit)
    else if (isJsonObject(value)) checkGroup(member, value, visit)
    else
      throw new Fault('2010', `${visit.path}${member.key} must be an object.`, {
        element: `${visit.path}${member.key}`,
      })
  }
}

/**
 * Returns whether an unknown field changes nothing: a null, or an object without values, such as `"DepartmentRef": {}`
 * and another line kind's details. Clients using one type for all records send both.
 */
function isWithoutEffect(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && !isMeaningful(value))
}

function unmapped(node: ClientNode, name: string, path: string): Fault {
  const element = `${path}${node.key === '' ? '' : `${node.key}.`}${name}`
  const near = [...node.children.keys()].find((known) => known.toLowerCase() === name.toLowerCase())
  return new Fault(
    'UNMAPPED_FIELD',
    `The field ${element} does not exist.${near === undefined ? '' : ` Did you mean ${near}?`}`,
    { element },
  )
}

function checkMember({ key, row }: ClientNode, value: JsonValue, visit: Visit): void {
  if (row === undefined || (isZeroTime(value) && isTime(row))) return
  if ('currency' in row && row.currency !== undefined) {
    const text = checkCurrency(row.currency, isValueRow(row) ? row.write : {}, value, `${visit.path}${key}`)
    const rejection = row.kind === 'refused' ? row : row.rejection
    if (text !== undefined)
      visit.found.currencies.push({ key, text, rule: row.currency, ...(rejection && { rejection }) })
    return
  }
  switch (row.access) {
    case 'ignored':
    case 'lines':
    case 'readOnly':
      break
    case 'refused':
      checkRefused(key, row, value, visit)
      break
    case 'borrowed':
      if (isMeaningful(value)) visit.found.borrowed.push({ key, row, value })
      break
    case 'repeatOnly':
      checkRepeated(key, row, value, visit)
      break
    case 'openingBalance':
      checkOpeningBalance(key, row, value, visit)
      break
    case 'customFields':
      visit.found.customFields.push(...checkCustomFields(value, `${visit.path}${key}`))
      break
    case 'createOnly':
    case 'readWrite':
      if (row.kind === 'derived') checkStructure(key, row, value, visit)
      else checkWritable(key, row, value, visit)
      break
    default:
      assertNever(row)
  }
}

function isTime(row: Row): boolean {
  return 'type' in row && (row.type === 'date' || row.type === 'dateTime')
}

function assertNever(row: never): never {
  throw new Error(`A row has an unknown access: ${JSON.stringify(row)}`)
}

function checkRefused(key: string, rejection: Rejection, value: JsonValue, { path, body }: Visit): void {
  if (isMeaningful(value) && !isPassing(rejection, value, body)) throw unsupported(`${path}${key}`, rejection.reason)
}

function isPassing({ passes, passesFor }: Rejection, value: JsonValue, body: JsonObject): boolean {
  return passes?.(value, body) === true || findReferenceId(passesFor, value) !== undefined
}

function unsupported(path: string, reason: string): Fault {
  return new Fault('UNSUPPORTED_BY_DESKTOP', `${path} is not supported: ${reason}.`, { element: path })
}

/** Rejects the value on create; an update compares it with the record. */
function checkRepeated(key: string, { rejection }: Pick<Traits, 'rejection'>, value: JsonValue, visit: Visit): void {
  const { operation, path, body, found } = visit
  if (rejection === undefined || isPassing(rejection, value, body) || !isMeaningful(value)) return
  const { reason, instead, owner } = rejection
  if (operation === 'update') found.unchanged.push({ path: key, value, reason })
  else if (owner === undefined) throw unsupported(`${path}${key}`, reason)
  else found.borrowed.push({ key, row: { ...owner, reason, instead }, value })
}

function checkOpeningBalance(key: string, row: ValueRow, value: JsonValue, visit: Visit): void {
  const { operation, path, body, found } = visit
  const { openingBalance } = row.write
  if (openingBalance === undefined || operation === 'update') return
  if (!isMeaningful(body[openingBalance.withKey]) || isBlank(value)) return
  found.values.set(key, checkValue(row, value, `${path}${key}`))
}

/** Checks a value converted to elements by its row. */
function checkStructure(key: string, row: DerivedRow, value: JsonValue, visit: Visit): void {
  const { operation, path, onExisting, body, found } = visit
  const { access, rejection, to } = row
  if (to === undefined || !isMeaningful(value) || rejection?.passes?.(value, body) === true) return
  const isCreateOnly = access === 'createOnly'
  const reason = rejection?.reason ?? onCreationOnly
  if (isCreateOnly && operation === 'update') found.unchanged.push({ path: key, value, reason })
  else if (isCreateOnly && onExisting) throw unsupported(`${path}${key}`, reason)
  else {
    const checkStored: Site['checkStored'] = (check) => found.unchanged.push({ path: key, value, reason, check })
    found.values.set(key, to(value, { path: `${path}${key}`, operation, body, checkStored }))
  }
}

const anyDecimals = { decimals: 40 }

function checkWritable(key: string, row: ValueRow, value: JsonValue, visit: Visit): void {
  const { operation, path, onExisting, body, found } = visit
  const isUpdate = operation === 'update'
  if (isUpdate && isReadOnlyChoice(row, value)) {
    found.unchanged.push({ path: key, value, reason: 'only QuickBooks Desktop sets this value' })
    return
  }
  // Clients with static types send an empty object for an unset reference.
  if (row.type === 'ref' && isJsonObject(value) && Object.keys(value).length === 0) return
  const decides = row.write.yieldsTo
  const isLeftOut = decides !== undefined && isMeaningful(body[decides])
  const checked = isBlank(value) ? '' : checkValue({ ...row, ...(isLeftOut && anyDecimals) }, value, `${path}${key}`)
  const isCreateOnly = row.access === 'createOnly'
  if (isUpdate && isCreateOnly) {
    if (isMeaningful(value) || typeof value === 'number')
      found.unchanged.push({ path: key, value, reason: explainCreateOnly(row) })
  } else if (onExisting && isCreateOnly && isMeaningful(value)) {
    throw unsupported(`${path}${key}`, onCreationOnly)
  } else if (checked !== '') {
    found.values.set(key, checked)
  } else if (isUpdate && row.write.notClearable) {
    found.unchanged.push({ path: key, value: null, reason: 'QuickBooks Desktop cannot clear this field' })
  } else if (isUpdate && row.type !== 'bool' && row.type !== 'choice') {
    found.values.set(key, '')
  }
}

/** Returns whether only QuickBooks can set the value, which an update may repeat. */
function isReadOnlyChoice({ choices }: ValueRow, value: JsonValue): boolean {
  const matching = choices?.filter(({ client }) => client === value) ?? []
  return matching.length > 0 && matching.every(({ writes }) => writes === false)
}

/** Clears every field in a group: `BillAddr: null` clears the address. */
function blankGroup(node: ClientNode, visit: Visit): void {
  for (const member of node.children.values()) {
    if (member.row === undefined) blankGroup(member, visit)
    else if (isValueRow(member.row)) checkMember(member, null, visit)
  }
}

/**
 * Rejects fields missing from all these rows, in a body that may only be repeated. Throws UNMAPPED_FIELD with
 * `element`.
 */
export function requireKnownMembers(tables: readonly Rows[], body: JsonObject, path: string): void {
  const faults = tables.map((rows) => unknownMember(clientTree(rows), body, path))
  const [fault] = faults
  if (fault !== undefined && faults.every((each) => each !== undefined)) throw fault
}

function unknownMember(node: ClientNode, group: JsonObject, path: string): Fault | undefined {
  for (const [name, value] of Object.entries(group)) {
    const member = node.children.get(name)
    if (member === undefined) {
      if (isWithoutEffect(value)) continue
      return unmapped(node, name, path)
    }
    const below = member.row === undefined && isJsonObject(value) ? unknownMember(member, value, path) : undefined
    if (below !== undefined) return below
  }
  return undefined
}

const onCreationOnly = 'it can be set only on create'

function explainCreateOnly({ write: { adjustment } }: ValueRow): string {
  return adjustment === undefined
    ? onCreationOnly
    : `QuickBooks Desktop changes it by transactions only. Name the account for them in the company file's setting ${adjustment.setting}, or create an InventoryAdjustment`
}

/** Rejects a record without a required value. */
export function requireValues(
  rows: Rows,
  values: ReadonlyMap<string, CheckedValue>,
  operation: RecordDraft['operation'],
  path: string,
): void {
  for (const [key, row] of Object.entries(rows)) {
    if (!isValueRow(row) || row.write.required === undefined) continue
    const value = values.get(key)
    if (operation === 'update' ? value !== '' : value !== undefined && value !== '') continue
    const element = `${path}${key}`
    throw row.write.required === 'item'
      ? new Fault(
          'MISSING_REQUIRED_DESKTOP_ITEM',
          `${element} must name an item of QuickBooks Desktop, by value or full name.`,
          { element },
        )
      : new Fault('2020', `${element} is required.`, { element })
  }
}
