import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { referenceFilter, type Test } from '../queries/filters.ts'
import { objectNotFound, Unsupported } from '../requests/status-error.ts'
import { findClassId, findItemId, getNameIds, type LedgerLine } from './ledger-lines.ts'

interface RecordFilter {
  readonly element: string
  readonly family: string
  /** Returns the records a ledger line belongs to. */
  getIds(books: Books, line: LedgerLine): readonly (string | undefined)[]
}

const recordFilters: readonly RecordFilter[] = [
  { element: 'ReportAccountFilter', family: 'Account', getIds: (_books, line) => [line.account] },
  { element: 'ReportEntityFilter', family: 'Name', getIds: getNameIds },
  { element: 'ReportItemFilter', family: 'Item', getIds: (_books, line) => [findItemId(line)] },
  { element: 'ReportClassFilter', family: 'Class', getIds: (_books, line) => [findClassId(line)] },
]

const notEmulated = ['ReportModifiedDateRangeFilter', 'ReportModifiedDateRangeMacro']

/**
 * Creates a report request's filter: by account, customer or vendor, item, class and transaction type. Throws status
 * 3000 for a malformed ListID, 3120 for an unknown record, and `Unsupported` for other filters.
 */
export function createLedgerFilter(books: Books, request: Element): Test<LedgerLine> {
  rejectOtherFilters(request)
  const tests: Test<LedgerLine>[] = []
  for (const { element, family, getIds } of recordFilters) {
    if (child(request, element) === undefined) continue
    const { test, missing } = referenceFilter(books, request, element, family)
    if (missing !== undefined) throw objectNotFound(missing)
    tests.push((line) => getIds(books, line).some(test))
  }
  const kinds = child(request, 'ReportTxnTypeFilter')
  if (kinds !== undefined) {
    const wanted = new Set(childrenByName(kinds, 'TxnTypeFilter').map(({ text }) => text))
    if (!wanted.has('All')) tests.push(({ transaction }) => wanted.has(transaction.kind))
  }
  return (line) => tests.every((test) => test(line))
}

function rejectOtherFilters(request: Element): void {
  const other = request.children.find(
    ({ name, children }) =>
      notEmulated.includes(name) || children.some((each) => /^(Account|Entity|Item)Type/.test(each.name)),
  )
  if (other !== undefined) throw new Unsupported(`${request.name}/${other.name}`)
  if ((childText(request, 'ReportDetailLevelFilter') ?? 'All') !== 'All')
    throw new Unsupported(`${request.name}/ReportDetailLevelFilter`)
}
