import { child, childText, type Element } from '@bridge/qbxml'
import { changeFields, getText } from '../books/fields.ts'
import type { Transaction } from '../books/record.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { missingElement, outOfDate } from '../requests/status-error.ts'
import { checkClosingDate } from './closing-date.ts'
import { storeCredits } from './credits.ts'
import { checkCurrencyEnabled } from './currency.ts'
import { requireTransaction } from './current-transaction.ts'
import { enterHeader } from './enter-header.ts'
import { toLineApplications } from './linked-lines.ts'
import { withPostings } from './posting.ts'
import { checkCleared, isHeaderField, requestedFields } from './requested-fields.ts'
import type { Entry, TransactionKind } from './transaction-kind.ts'
import { enterLines } from './transaction-lines.ts'
import { toWrittenResult } from './transaction-ret.ts'
import { storeTransaction } from './transaction-store.ts'

/** Changes a transaction (`InvoiceModRq`, `BillModRq`, …). */
export function modifyTransaction(kind: TransactionKind, request: Element, context: RequestContext): RequestResult {
  const { books, now } = context
  const mod = child(request, `${kind.kind}Mod`)
  if (mod === undefined) throw missingElement(`${kind.kind}Mod`)
  const current = requireTransaction(books, kind.kind, childText(mod, 'TxnID') ?? '')
  const editSequence = childText(mod, 'EditSequence') ?? ''
  if (editSequence !== String(current.modified)) throw outOfDate(editSequence)

  checkCurrencyEnabled(mod, context)
  const requested = requestedFields(books, mod, kind.kind, (name) => !isHeaderField(kind, name))
  checkCleared(requested, kind.required)
  const fields = changeFields(current.fields, requested)
  const started: Entry = { id: current.id, request: mod, requested, current, fields, lines: [] }
  const header = enterHeader(kind, started, context)
  const lined: Entry = { ...header, lines: enterLines(kind, header, context) }
  const entry: Entry = { ...lined, fields: { ...lined.fields, ...kind.total?.(lined, context) } }
  storeCredits(kind.credits?.(entry, books) ?? [], context)
  const kept = current.applications.filter((application) => application.type !== 'line')
  const transaction: Transaction = {
    ...current,
    modified: Math.max(now, current.modified + 1),
    fields: entry.fields,
    lines: entry.lines,
    applications: [...(kind.apply?.(entry, books) ?? kept), ...toLineApplications(entry.lines)],
  }
  const dates = [current, entry].map((each) => getText(each.fields, 'TxnDate'))
  checkClosingDate(context, { kind: kind.kind, verb: 'modify', dates })
  const entered = withPostings(kind, transaction, books)
  storeTransaction(context, current, entered)
  kind.checkStored?.(context, current, entered)
  return toWrittenResult(kind, request, context, entered)
}
