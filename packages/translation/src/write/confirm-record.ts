import { arrange, branch, type Element, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import type { Currencies } from '../parts/currencies.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { Confirmation } from '../table/row.ts'
import { compareWithOwners, createOwnerQueries } from './borrowed-values.ts'
import { confirmLines, confirmReferences } from './confirm-lines.ts'
import { createCopyQueries, withoutCopiedLines } from './copied-lines.ts'
import { decideCurrencies } from './decide-currencies.ts'
import { findJoined, requireOneCurrency } from './joined-currencies.ts'

/** The reads confirming a record before it is written. */
export interface RecordConfirmation {
  /** Empty if the body has nothing to confirm. */
  readonly requests: readonly QbxmlRequest[]
  /**
   * Reads the responses. Returns the record to write, without lines QuickBooks copies from a linked transaction, and
   * warnings. Throws MISSING_REQUIRED_DESKTOP_ITEM, 2010, 2020, 2500 and UNSUPPORTED_BY_DESKTOP with `element`.
   */
  finish(responses: readonly QbxmlResponse[]): {
    readonly record: CheckedRecord
    readonly warnings: readonly string[]
  }
}

/**
 * Plans to confirm what a body says about other records: the items and tax codes on its lines, deposited payments'
 * amounts, values owned by other records, currencies, and copied lines.
 *
 * @param current the record to update
 * @param currencies the company file's, if the body has a currency or a rate
 */
export function planConfirmation(
  checked: CheckedRecord,
  current?: Element,
  currencies?: Currencies,
): RecordConfirmation {
  const decided: ReturnType<typeof decideCurrencies> =
    currencies === undefined ? { record: checked } : decideCurrencies(checked, currencies, current)
  const { record, owners } = decided
  const lines = confirmLines(record, current)
  const references = confirmReferences(record)
  const joined = findJoined(
    checked,
    currencies,
    lines.map(({ query }) => query),
  )
  return {
    requests: [
      ...getQueries([...lines, ...joined]),
      ...createOwnerQueries(record, current),
      ...(owners?.requests ?? []),
      ...getQueries(references),
      ...createCopyQueries(record),
    ],
    finish(responses) {
      for (const { query, require } of [...lines, ...references]) {
        const name = query.name.replace(/Rq$/, 'Rs')
        require(responses.filter((each) => each.name === name).flatMap(({ elements }) => elements))
      }
      owners?.require(responses)
      requireOneCurrency(checked, joined, responses, currencies)
      const warnings = compareWithOwners(record, responses, current)
      return { record: withoutCopiedLines(record, responses), warnings }
    },
  }
}

/** Returns one query for all confirmations with the same name, selecting what any of them needs. */
function getQueries(confirmations: readonly Pick<Confirmation, 'query'>[]): readonly QbxmlRequest[] {
  const children = new Map<string, Map<string, Element>>()
  for (const { query } of confirmations) {
    const known = children.get(query.name) ?? new Map<string, Element>()
    for (const each of query.children) known.set(`${each.name} ${each.text}`, each)
    children.set(query.name, known)
  }
  return [...children].map(([name, elements]) => arrange(branch(name, [...elements.values()])))
}
