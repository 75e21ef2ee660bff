import { Fault } from '@bridge/faults'
import { arrange, branch, childText, type Element, leaf, type QbxmlRequest } from '@bridge/qbxml'
import { checkBody } from '../check/check.ts'
import { completeLine } from '../check/check-lines.ts'
import { checkValue, isBlank } from '../check/check-value.ts'
import { sameJson, valueAt } from '../check/same-json.ts'
import { readRecord } from '../read/read.ts'
import { createQueryById, getIdElement, requireIdForm, variantOfRecord } from '../read/requests.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import type { EntityTable, Variant } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { findLinesRow, getKindElements } from '../table/line-table.ts'
import { type CheckedLine, isValueRow, type LinesRow, type Rows } from '../table/row.ts'
import type { ReadContext } from '../table/traits.ts'
import { requireNoCopiedLines } from './copied-lines.ts'
import { requireSame, updateLines } from './merge-lines.ts'
import { createAddElements, createLineElements, createModElements } from './write.ts'

export function createAddRequest(record: CheckedRecord): QbxmlRequest {
  requireNoCopiedLines(record)
  const { variant, lines } = record
  const values = withDecided(record.values, record)
  const { desktop, rows } = requireVariant(variant)
  const resolved = variant?.beforeWrite?.(values, undefined) ?? values
  const header = createAddElements(requireVariant(variant), resolved)
  const added = addedLines(findLinesRow(rows), lines ?? [])
  return arrange(branch(`${desktop}AddRq`, [branch(`${desktop}Add`, [...header, ...added])]))
}

function withDecided(values: CheckedValues, { decided }: CheckedRecord): CheckedValues {
  return decided === undefined || decided.size === 0 ? values : new Map([...values, ...decided])
}

function requireVariant(variant: Variant | undefined): Variant {
  if (variant === undefined) throw new Error('Only the current record shows which desktop object this is.')
  return variant
}

function addedLines(row: LinesRow | undefined, lines: readonly CheckedLine[]): readonly Element[] {
  if (row === undefined) return []
  if (lines.length === 0) return row.whenEmpty
  return lines.map((line) => {
    const { kind, values } = completeLine(line)
    return branch(getKindElements(row, kind).add, createLineElements(kind.rows, values, 'add'))
  })
}

/**
 * Creates the request completing a new record with values found only in a Mod; undefined without such values.
 *
 * @param added the record in the response to the Add
 */
export function createModAfterAdd(record: CheckedRecord, added: Element): QbxmlRequest | undefined {
  const values = valuesAfterAdd(record)
  if (values.size === 0) return undefined
  const { table } = record
  const variant = requireVariant(record.variant)
  const identity = [getIdElement(table), 'EditSequence'].map((name) => leaf(name, childText(added, name) ?? ''))
  const changed = branch(`${variant.desktop}Mod`, [...identity, ...createModElements(variant, values, added)])
  return arrange(branch(`${variant.desktop}ModRq`, [changed]))
}

/** A placeholder for a new record's ID. */
export const newRecordId = '{new}'

/** Returns a record as an Add might return it, with placeholders for what QuickBooks chooses. */
export function createNewRecord({ table, variant }: CheckedRecord): Element {
  const { desktop } = requireVariant(variant)
  const identity = [getIdElement(table), 'EditSequence'].map((name) => leaf(name, newRecordId))
  return branch(`${desktop}Ret`, identity)
}

/** Returns a new record's values found only in a Mod. */
function valuesAfterAdd({ variant, values }: CheckedRecord): CheckedValues {
  return new Map(
    [...values].filter(([key, value]) => {
      const row = variant?.rows[key]
      return (
        row !== undefined && isValueRow(row) && row.write.modOnly !== undefined && value !== row.write.modOnly.initial
      )
    }),
  )
}

/**
 * Returns whether {@link createModRequest} needs the current record, as it does for lines, families, and unchangeable
 * values.
 */
export function needsCurrent(record: CheckedRecord): boolean {
  const { variant, lines, unchanged, customFields, values, borrowed, currencies } = record
  if (variant === undefined || borrowed.length > 0 || currencies.length > 0) return true
  if (variant.needsCurrent?.(values) ?? variant.beforeWrite !== undefined) return true
  if (lines !== undefined || unchanged.length > 0 || customFields.length > 0) return true
  return [...values.keys()].some((key) => {
    const row = variant.rows[key]
    if (row === undefined || !isValueRow(row)) return false
    if (row.label !== undefined || row.write.keptIfRepeated) return true
    return variant.oneOf?.some((group) => row.element.startsWith(`${group}/`)) === true
  })
}

/**
 * Creates the request changing a record. `SyncToken` is the edit sequence, so QuickBooks rejects a stale one.
 *
 * @param current the record as returned by QuickBooks; required if {@link needsCurrent}
 * @param context in which the current record was read
 */
export function createModRequest(record: CheckedRecord, current?: Element, context: ReadContext = {}): QbxmlRequest {
  if (needsCurrent(record) && current === undefined) throw new Error('This update needs the current record.')
  const { table, id = '', syncToken = '' } = record
  if (current !== undefined) requireFresh(current, syncToken)
  const { values, lines, unchanged, variant } =
    record.variant === undefined ? checkWithVariant(record, current) : record
  const { desktop, rows } = requireVariant(variant)
  const before = current === undefined ? {} : readRecord(table, current, context)
  const changed = dropRepeated(withDecided(values, record), rows, before)
  const resolved = variant?.beforeWrite?.(changed, current) ?? changed
  if (current !== undefined) {
    for (const each of unchanged) {
      if (each.check === undefined) requireSame(before, each.path, each.value, each.reason)
      else each.check(before)
    }
  }
  const row = findLinesRow(rows)
  const merged =
    row === undefined || lines === undefined || current === undefined ? [] : updateLines(row, lines, current)
  const identity = [leaf(getIdElement(table), id), leaf('EditSequence', syncToken)]
  const header = createModElements(requireVariant(variant), resolved, current)
  return arrange(branch(`${desktop}ModRq`, [branch(`${desktop}Mod`, [...identity, ...header, ...merged])]))
}

/** Drops values repeated as read, so the current record keeps its own. */
function dropRepeated(values: CheckedValues, rows: Rows, before: JsonObject): CheckedValues {
  const isRepeated = (key: string, value: CheckedValue): boolean => {
    const row = rows[key]
    const shown = valueAt(before, key)
    if (row === undefined || !isValueRow(row) || !row.write.keptIfRepeated) return false
    if (shown === undefined || isBlank(shown)) return false
    return checkValue(row, shown, key) === value
  }
  return new Map([...values].filter(([key, value]) => !isRepeated(key, value)))
}

/** Checks an update again, once the current record shows its variant. */
function checkWithVariant(record: CheckedRecord, current: Element | undefined): CheckedRecord {
  const { table, body } = record
  const variant = current && variantOfRecord(table, current)
  if (variant === undefined || !variant.can.includes('update')) {
    throw new Fault(
      'UNSUPPORTED_BY_DESKTOP',
      `This ${table.name} cannot be updated: QuickBooks Desktop stores it as ${current?.name.replace(/Ret$/, '')}, which has no update here.`,
    )
  }
  return checkBody(table, variant, 'update', body)
}

/**
 * Returns whether an update only repeats a record QuickBooks cannot change, so there is nothing to send. Throws 5010
 * for a stale one.
 *
 * @param before the current record on the client side
 */
export function repeatsUnchangeable(
  { table, body, syncToken = '' }: CheckedRecord,
  current: Element,
  before: JsonObject,
): boolean {
  if (variantOfRecord(table, current)?.can.includes('update')) return false
  requireFresh(current, syncToken)
  return sameJson({ ...body, domain: null, sparse: null, MetaData: null }, before)
}

/**
 * Creates the query following a Mod in the same message set to return the custom fields and links its response lacks;
 * undefined if that response is the whole record.
 */
export function createReadAfterMod({ table, variant, id }: CheckedRecord, current?: Element): QbxmlRequest | undefined {
  if (!table.ownerId && !table.linkedTxns) return undefined
  const own = variant ?? (current && variantOfRecord(table, current))
  return createQueryById(table, own?.query ?? table.query, id)
}

/** Rejects a stale record before anything else, because merging into it would cause a misleading fault. */
export function requireFresh(current: Element, syncToken: string): void {
  const stored = childText(current, 'EditSequence')
  if (stored !== undefined && stored !== syncToken) {
    throw new Fault('5010', `The record has changed, and its SyncToken is no longer ${syncToken}. Read it again.`)
  }
}

/** Creates the request deleting a transaction. QuickBooks does not check a sync token here. */
export function createDeleteRequest(table: EntityTable, id: string): QbxmlRequest {
  return branch('TxnDelRq', [
    leaf('TxnDelType', table.variants[0]?.desktop ?? table.name),
    leaf('TxnID', requireIdForm(id)),
  ])
}
