import { child, type Element } from '@bridge/qbxml'
import { getText, withoutEmptyFields } from '../books/fields.ts'
import type { Fields, Transaction } from '../books/record.ts'
import { hostDate } from '../host/host-time.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { missingElement, RecordLimit } from '../requests/status-error.ts'
import { checkClosingDate } from './closing-date.ts'
import { storeCredits } from './credits.ts'
import { checkCurrencyEnabled } from './currency.ts'
import { enterHeader } from './enter-header.ts'
import { checkLinks, toLineApplications } from './linked-lines.ts'
import { withPostings } from './posting.ts'
import { getNextRefNumber, storeRefNumber } from './ref-number.ts'
import { hasElement, isHeaderField, requestedFields } from './requested-fields.ts'
import { createTransactionId } from './transaction-id.ts'
import type { Entry, TransactionKind } from './transaction-kind.ts'
import { enterLines } from './transaction-lines.ts'
import { toWrittenResult } from './transaction-ret.ts'
import { storeTransaction } from './transaction-store.ts'

/** Enters a transaction (`InvoiceAddRq`, `BillAddRq`, …). */
export function addTransaction(kind: TransactionKind, request: Element, context: RequestContext): RequestResult {
  const add = child(request, `${kind.kind}Add`)
  if (add === undefined) throw missingElement(`${kind.kind}Add`)
  if (context.books.recordCount >= context.maxRecords) throw new RecordLimit()
  return toWrittenResult(kind, request, context, enterTransaction(kind, add, context))
}

/** Enters and stores the transaction in an element such as `InvoiceAdd`. */
export function enterTransaction(kind: TransactionKind, add: Element, context: RequestContext): Transaction {
  const { books, now } = context
  checkLinks(kind, add, books)
  checkCurrencyEnabled(add, context)
  const id = createTransactionId(context)
  const requested = withoutEmptyFields(requestedFields(books, add, kind.kind, (name) => !isHeaderField(kind, name)))
  for (const name of kind.required) if (requested[name] === undefined) throw missingElement(name)
  const started: Entry = {
    id,
    request: add,
    requested,
    fields: createHeader(kind, add, requested, context),
    lines: [],
  }
  const header = enterHeader(kind, started, context)
  const lined: Entry = { ...header, lines: enterLines(kind, header, context) }
  const entry: Entry = { ...lined, fields: { ...lined.fields, ...kind.total?.(lined, context) } }
  storeCredits(kind.credits?.(entry, books) ?? [], context)
  const transaction: Transaction = {
    kind: kind.kind,
    id,
    created: now,
    modified: now,
    number: books.nextNumber('TransactionNumber'),
    fields: entry.fields,
    lines: entry.lines,
    applications: [...(kind.apply?.(entry, books) ?? []), ...toLineApplications(entry.lines)],
    postings: [],
    custom: [],
  }
  // Real files keep a bill payment of nothing after its credits have been applied.
  const keepsStub = context.switches.returnsSeenForms && kind.kind.startsWith('BillPayment')
  if (kind.isStored?.(transaction) === false && !keepsStub) return transaction
  checkClosingDate(context, { kind: kind.kind, verb: 'modify', dates: [getText(entry.fields, 'TxnDate')] })
  const entered = withPostings(kind, transaction, books)
  storeTransaction(context, undefined, entered)
  kind.checkStored?.(context, undefined, entered)
  storeRefNumber(books, kind.kind, getText(entered.fields, 'RefNumber'))
  return entered
}

function createHeader(kind: TransactionKind, add: Element, requested: Fields, context: RequestContext): Fields {
  const { books, switches, now } = context
  const isCounted = kind.isNumbered && !hasElement(add, 'RefNumber')
  const number = isCounted ? getNextRefNumber(books.profile.lastRefNumbers[kind.kind]) : undefined
  return {
    ...kind.defaults,
    TxnDate: hostDate(switches, now),
    ...requested,
    ...(number === undefined ? {} : { RefNumber: number }),
  }
}
