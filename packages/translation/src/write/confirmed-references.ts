import { Fault } from '@bridge/faults'
import { branch, childText, leaf, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { findReferenceId } from '../check/confirmable.ts'
import { valueAt } from '../check/same-json.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { ReferenceTest, Rejection } from '../table/traits.ts'

/**
 * Creates the queries confirming line references which pass only for certain records; empty without such references.
 */
export function createReferenceQueries(record: CheckedRecord): readonly QbxmlRequest[] {
  return [...new Set(getReferences(record).map(({ test }) => test.query))].map((query) =>
    branch(`${query}QueryRq`, [leaf('ActiveStatus', 'All')]),
  )
}

/** A reference that passes if its record has the test's text. */
interface TestedReference {
  /** Path for faults. */
  readonly path: string
  readonly id: string
  readonly test: ReferenceTest
  readonly reason: string
}

function getReferences({ lines = [] }: CheckedRecord): readonly TestedReference[] {
  return lines.flatMap(({ path, kind, body }) =>
    Object.entries(kind?.rows ?? {}).flatMap(([key, row]) => {
      const { passesFor: test, reason = '' }: Partial<Rejection> =
        row.kind === 'refused' ? row : 'rejection' in row ? (row.rejection ?? {}) : {}
      const id = test && findReferenceId(test, valueAt(body, key))
      return test === undefined || id === undefined ? [] : [{ path: `${path}.${key}`, id, test, reason }]
    }),
  )
}

/**
 * Rejects a reference whose record lacks its test's text. Throws 2500 for one without a record, and
 * UNSUPPORTED_BY_DESKTOP, with `element`.
 *
 * @param responses the responses to {@link createReferenceQueries}
 */
export function requireConfirmedReferences(record: CheckedRecord, responses: readonly QbxmlResponse[]): void {
  for (const { path: element, id, test, reason } of getReferences(record)) {
    const found = responses
      .filter(({ name }) => name === `${test.query}QueryRs`)
      .flatMap(({ elements }) => elements)
      .find((each) => childText(each, 'ListID')?.toLowerCase() === id.toLowerCase())
    if (found === undefined) {
      throw new Fault('2500', `${element} names no record of the company file.`, { element })
    }
    if (childText(found, test.element) !== test.text) {
      throw new Fault('UNSUPPORTED_BY_DESKTOP', `${element} is not supported: ${reason}.`, { element })
    }
  }
}
