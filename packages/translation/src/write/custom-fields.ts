import { Fault } from '@bridge/faults'
import {
  branch,
  childrenByName,
  childText,
  type Element,
  leaf,
  type QbxmlRequest,
  type QbxmlResponse,
} from '@bridge/qbxml'
import { type CheckedRow, checkValue } from '../check/check-value.ts'
import { userFields } from '../parts/custom-fields.ts'
import { createQueryById, variantOfRecord } from '../read/requests.ts'
import type { CheckedCustomField, CheckedRecord } from '../table/checked.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { ValueType } from '../table/traits.ts'

/** A value to write, under its definition's name. An empty value removes it. */
export interface CustomValue {
  readonly name: string
  readonly value: string
}

/**
 * Returns the custom field values changed by a write; empty if the record has them already. Throws CUSTOM_FIELD_UNKNOWN
 * for a field not defined for this kind of record, and 2050 or 2010 for a value its type does not allow.
 *
 * @param definitions the response to `createDefinitionsQuery`
 * @param current the record to update; undefined for a new one
 */
export function resolveCustomFields(
  record: CheckedRecord,
  definitions: QbxmlResponse,
  current?: Element,
): readonly CustomValue[] {
  const { table, customFields } = record
  const desktop = (record.variant ?? (current && variantOfRecord(table, current)))?.desktop ?? table.name
  const object = getObjectName(table, desktop)
  const known = new Map(
    childrenByName(branch('', definitions.elements), 'DataExtDefRet')
      .filter((each) => childrenByName(each, 'AssignToObject').some(({ text }) => text === object))
      .map((each) => [(childText(each, 'DataExtName') ?? '').toLowerCase(), each]),
  )
  const stored = storedValues(current)
  return customFields.flatMap((field) => {
    const before = stored.get(field.name.toLowerCase()) ?? ''
    if (field.value === before) return []
    const definition = known.get(field.name.toLowerCase())
    if (definition === undefined) throw unknown(field, object, known)
    const value = field.value === '' ? '' : typedValue(definition, field)
    return value === before ? [] : [{ name: childText(definition, 'DataExtName') ?? field.name, value }]
  })
}

/** Returns QuickBooks' name for the object holding a record's custom fields. */
function getObjectName(table: EntityTable, desktop: string): string {
  return table.kind === 'transaction' ? desktop : table.name
}

function storedValues(record: Element | undefined): ReadonlyMap<string, string> {
  return new Map(
    (record === undefined ? [] : childrenByName(record, 'DataExtRet'))
      .filter((each) => childText(each, 'OwnerID') === userFields)
      .map((each) => [(childText(each, 'DataExtName') ?? '').toLowerCase(), childText(each, 'DataExtValue') ?? '']),
  )
}

function unknown({ name, path }: CheckedCustomField, object: string, known: ReadonlyMap<string, Element>): Fault {
  const names = [...known.values()].map((each) => childText(each, 'DataExtName') ?? '')
  const others = names.length === 0 ? 'and no others' : `only ${names.join(', ')}`
  return new Fault(
    'CUSTOM_FIELD_UNKNOWN',
    `The company file has no custom field ${JSON.stringify(name)} for ${object}, ${others}. Nothing was written.`,
    shown(`${path}.Name`),
  )
}

function shown(element: string): { readonly element: string } {
  return { element }
}

function typedValue(definition: Element, { value, path }: CheckedCustomField): string {
  const type = childText(definition, 'DataExtType') ?? ''
  const max = lengths[type]
  const row: CheckedRow = { type: types[type] ?? 'text', write: max === undefined ? {} : { max } }
  return checkValue(row, value, path) as string
}

const types: Readonly<Record<string, ValueType>> = {
  AMTTYPE: 'amount',
  INTTYPE: 'integer',
  PERCENTTYPE: 'percent',
  PRICETYPE: 'price',
  QUANTYPE: 'quantity',
}

/** The maximum lengths by text type. */
const lengths: Readonly<Record<string, number>> = { STR255TYPE: 255, STR1024TYPE: 1024 }

/** The record holding the custom fields. */
export interface CustomFieldHolder {
  readonly table: EntityTable
  /** The element returned by QuickBooks. */
  readonly record: Element
}

/** Creates one message set's requests writing custom field values, one each, and reading the record afterwards. */
export function createCustomFieldRequests(
  holder: CustomFieldHolder,
  values: readonly CustomValue[],
): readonly QbxmlRequest[] {
  const { table, record } = holder
  const variant = variantOfRecord(table, record)
  const id = getId(holder)
  const object = getObjectName(table, variant?.desktop ?? table.name)
  const place =
    table.kind === 'transaction'
      ? [leaf('TxnDataExtType', object), leaf('TxnID', id)]
      : [leaf('ListDataExtType', object), branch('ListObjRef', [leaf('ListID', id)])]
  const writes = values.map(({ name, value }) => {
    const verb = value === '' ? 'Del' : 'Mod'
    const written = value === '' ? [] : [leaf('DataExtValue', value)]
    return branch(`DataExt${verb}Rq`, [
      branch(`DataExt${verb}`, [leaf('OwnerID', userFields), leaf('DataExtName', name), ...place, ...written]),
    ])
  })
  return [...writes, createQueryById(table, variant?.query ?? table.query, id)]
}

function getId({ table, record }: CustomFieldHolder): string {
  return childText(record, table.kind === 'transaction' ? 'TxnID' : 'ListID') ?? ''
}

/** Creates the fault for a record saved without some custom field values. */
export function createCustomFieldFault(
  holder: CustomFieldHolder,
  applied: readonly CustomValue[],
  failed: readonly CustomValue[],
  reason: string,
  cause?: unknown,
): Fault {
  const names = (values: readonly CustomValue[]): string => values.map(({ name }) => JSON.stringify(name)).join(', ')
  const done = applied.length === 0 ? 'None was written.' : `Written: ${names(applied)}.`
  return new Fault(
    'CUSTOM_FIELD_WRITE_FAILED',
    `${holder.table.name} ${getId(holder)} was saved, but not all of its custom fields. ${done} Failed: ${names(failed)}. ${reason}`,
    { element: 'CustomField', cause },
  )
}
