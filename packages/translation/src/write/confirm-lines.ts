import { Fault } from '@bridge/faults'
import { branch, childText, type Element, leaf } from '@bridge/qbxml'
import { findReferenceId } from '../check/confirmable.ts'
import { valueAt } from '../check/same-json.ts'
import type { CheckedRecord } from '../table/checked.ts'
import { findLinesRow } from '../table/line-table.ts'
import type { CheckedLine, Confirmation, LinesRow } from '../table/row.ts'
import type { ReferenceTest, Rejection } from '../table/traits.ts'
import { mergeLines } from './merge-lines.ts'

/** Returns what the kinds of a record's lines confirm. `current` is the record to update. */
export function confirmLines(
  { table, variant, lines = [] }: CheckedRecord,
  current: Element | undefined,
): readonly Confirmation[] {
  const row = findLinesRow((variant ?? table.variants[0])?.rows ?? {})
  if (row === undefined || !lines.some(({ kind }) => kind?.confirms !== undefined)) return []
  const written = current !== undefined && row.updates === 'merged' ? tryMerge(row, lines, current) : lines
  return written.flatMap(({ confirmations = [] }) => confirmations)
}

type ConfirmedLine = Pick<CheckedLine, 'confirmations'>

/** Merges lines into the stored ones, unless they have a mistake, whose fault is thrown when the write is created. */
function tryMerge(row: LinesRow, lines: readonly CheckedLine[], current: Element): readonly ConfirmedLine[] {
  try {
    return mergeLines(row, lines, current)
  } catch (error) {
    if (error instanceof Fault) return lines
    throw error
  }
}

/** Returns the confirmations of line references which pass only for certain records. */
export function confirmReferences({ lines = [] }: CheckedRecord): readonly Confirmation[] {
  return lines.flatMap(({ path, kind, body }) =>
    Object.entries(kind?.rows ?? {}).flatMap(([key, row]) => {
      const { passesFor: test, reason = '' }: Partial<Rejection> =
        row.kind === 'refused' ? row : 'rejection' in row ? (row.rejection ?? {}) : {}
      const id = test && findReferenceId(test, valueAt(body, key))
      return test === undefined || id === undefined ? [] : [confirmReference(`${path}.${key}`, id, test, reason)]
    }),
  )
}

/** Rejects a reference whose record lacks the test's text, and with 2500 one without a record. */
function confirmReference(element: string, id: string, test: ReferenceTest, reason: string): Confirmation {
  return {
    query: branch(`${test.query}QueryRq`, [leaf('ActiveStatus', 'All')]),
    require: (found) => {
      const named = found.find((each) => childText(each, 'ListID')?.toLowerCase() === id.toLowerCase())
      if (named === undefined) throw new Fault('2500', `${element} names no record of the company file.`, { element })
      if (childText(named, test.element) !== test.text) {
        throw new Fault('UNSUPPORTED_BY_DESKTOP', `${element} is not supported: ${reason}.`, { element })
      }
    },
  }
}
