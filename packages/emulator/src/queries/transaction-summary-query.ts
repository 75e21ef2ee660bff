import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import Big from 'big.js'
import { getText } from '../books/fields.ts'
import type { Transaction } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { Unsupported } from '../requests/status-error.ts'
import { isIncluded } from '../responses/ret.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import { timeFilter } from './filters.ts'
import { runQuery, takeMatches } from './run-query.ts'

const emulated = new Set([
  'MaxReturned',
  'TransactionModifiedDateRangeFilter',
  'TransactionDetailLevelFilter',
  'IncludeRetElement',
])

/** Transactions that QuickBooks leaves out. */
const leftOut = new Set(['TimeTracking'])

/** Runs `TransactionQueryRq` in summary: every type's transactions that were modified then. */
export function querySummaries(kinds: Iterable<string>, request: Element, context: RequestContext): RequestResult {
  const other = request.children.find(({ name }) => !emulated.has(name))
  if (other !== undefined) throw new Unsupported(`TransactionQueryRq/${other.name}`)
  if (childText(request, 'TransactionDetailLevelFilter') !== 'SummaryOnly') throw new Unsupported('TransactionQueryRq')
  const range = child(request, 'TransactionModifiedDateRangeFilter')
  const isModifiedThen = timeFilter(context.switches, range, 'FromModifiedDate', 'ToModifiedDate')
  const options = getRetOptions(request)
  const transactions = [...kinds]
    .filter((kind) => !leftOut.has(kind))
    .flatMap((kind) => [...context.books.getTransactions(kind)])
  return runQuery(request, context, () => ({
    pending: takeMatches(request, transactions, ({ modified }) => isModifiedThen(modified)).map((each) => () => {
      const elements = toSummary(each, context).filter(({ name }) => isIncluded(options, name))
      return branch('TransactionRet', elements)
    }),
  }))
}

function toSummary(transaction: Transaction, { books, switches }: RequestContext): readonly Element[] {
  const { kind, id, created, modified, fields } = transaction
  const total = books
    .getPostings(transaction)
    .reduce((sum, { amount }) => (Big(amount).gt(0) ? sum.plus(amount) : sum), Big(0))
  return [
    leaf('TxnType', kind),
    leaf('TxnID', id),
    leaf('TimeCreated', hostTime(switches, created)),
    leaf('TimeModified', hostTime(switches, modified)),
    ...toLeaf('TxnDate', getText(fields, 'TxnDate')),
    ...toLeaf('RefNumber', getText(fields, 'RefNumber')),
    leaf('Amount', total.toFixed(2)),
    ...toLeaf('Memo', getText(fields, 'Memo')),
  ]
}

function toLeaf(name: string, text: string | undefined): readonly Element[] {
  return text === undefined || text === '' ? [] : [leaf(name, text)]
}
