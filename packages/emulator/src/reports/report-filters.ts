import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { referenceFilter, type Test, timeFilter } from '../queries/filters.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { objectNotFound, Unsupported } from '../requests/status-error.ts'
import { getAccountType } from './chart.ts'
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

/** The filter's words for one type of accounts, and the type. */
const accountTypes: Readonly<Record<string, string>> = {
  AccountsPayable: 'AccountsPayable',
  AccountsReceivable: 'AccountsReceivable',
  Bank: 'Bank',
  CostOfSales: 'CostOfGoodsSold',
  CreditCard: 'CreditCard',
  Equity: 'Equity',
  FixedAsset: 'FixedAsset',
  LongTermLiability: 'LongTermLiability',
  NonPosting: 'NonPosting',
  OrdinaryExpense: 'Expense',
  OrdinaryIncome: 'Income',
  OtherAsset: 'OtherAsset',
  OtherCurrentAsset: 'OtherCurrentAsset',
  OtherCurrentLiability: 'OtherCurrentLiability',
  OtherExpense: 'OtherExpense',
  OtherIncome: 'OtherIncome',
}

/**
 * Creates a report request's filter: by account or its type, name, item, class, transaction type and the days of
 * modification. Throws status 3000 for a malformed ListID, 3020 and 3030 for bad dates, 3120 for an unknown record, and
 * `Unsupported` for other filters.
 */
export function createLedgerFilter({ books, switches }: RequestContext, request: Element): Test<LedgerLine> {
  rejectOtherFilters(request)
  const tests: Test<LedgerLine>[] = []
  const type = findAccountType(request)
  if (type !== undefined) tests.push(({ account }) => getAccountType(books, account) === type)
  for (const { element, family, getIds } of recordFilters) {
    if (child(request, element) === undefined || (type !== undefined && family === 'Account')) continue
    const { test, missing } = referenceFilter(books, request, element, family)
    if (missing !== undefined) throw objectNotFound(missing)
    tests.push((line) => getIds(books, line).some(test))
  }
  const kinds = child(request, 'ReportTxnTypeFilter')
  if (kinds !== undefined) {
    const wanted = new Set(childrenByName(kinds, 'TxnTypeFilter').map(({ text }) => text))
    if (!wanted.has('All')) tests.push(({ transaction }) => wanted.has(transaction.kind))
  }
  const modified = timeFilter(
    switches,
    child(request, 'ReportModifiedDateRangeFilter'),
    'FromReportModifiedDate',
    'ToReportModifiedDate',
  )
  return (line) => modified(line.transaction.modified) && tests.every((test) => test(line))
}

function findAccountType(request: Element): string | undefined {
  const filter = child(request, 'ReportAccountFilter')
  const wanted = filter && childText(filter, 'AccountTypeFilter')
  if (wanted === undefined) return undefined
  const type = accountTypes[wanted]
  if (type === undefined) throw new Unsupported(`${request.name}/ReportAccountFilter`)
  return type
}

function rejectOtherFilters(request: Element): void {
  const other = request.children.find(
    ({ name, children }) =>
      name === 'ReportModifiedDateRangeMacro' || children.some((each) => /^(Entity|Item)Type/.test(each.name)),
  )
  if (other !== undefined) throw new Unsupported(`${request.name}/${other.name}`)
  if ((childText(request, 'ReportDetailLevelFilter') ?? 'All') !== 'All')
    throw new Unsupported(`${request.name}/ReportDetailLevelFilter`)
}
