import { type Element, findMessageTable, getSeverity, type QbxmlResponse } from '@bridge/qbxml'
import { queryPaymentsToDeposit } from '../banking/payments-to-deposit-query.ts'
import { listKinds, queriedKinds } from '../books/list-kinds.ts'
import { addToList } from '../lists/list-add.ts'
import { deleteFromList } from '../lists/list-delete.ts'
import { modifyInList } from '../lists/list-mod.ts'
import { queryLists } from '../lists/list-query.ts'
import { queryDeleted } from '../queries/deleted-query.ts'
import { querySummaries } from '../queries/transaction-summary-query.ts'
import { queryReport } from '../reports/query-report.ts'
import type { RequestContext, RequestHandler, RequestResult } from '../requests/request-context.ts'
import { StatusError } from '../requests/status-error.ts'
import { queryActivity } from '../system/activity-query.ts'
import { queryCompany } from '../system/company-query.ts'
import { defineCustomField, queryCustomFields, writeCustomValue } from '../system/data-extensions.ts'
import { queryHost } from '../system/host-query.ts'
import { queryPreferences } from '../system/preferences-query.ts'
import { addTransaction } from '../transactions/transaction-add.ts'
import { deleteTransaction } from '../transactions/transaction-delete.ts'
import { modifyTransaction } from '../transactions/transaction-mod.ts'
import { queryTransactions } from '../transactions/transaction-query.ts'
import { voidTransaction } from '../transactions/transaction-void.ts'
import { transactionKinds } from './transaction-kinds.ts'

const handlers: ReadonlyMap<string, RequestHandler> = new Map<string, RequestHandler>([
  ['HostQueryRq', queryHost],
  ['CompanyQueryRq', queryCompany],
  ['PreferencesQueryRq', queryPreferences],
  ['CompanyActivityQueryRq', (_request, context) => queryActivity(context)],
  ['TransactionQueryRq', (request, context) => querySummaries(transactionKinds.keys(), request, context)],
  ['ReceivePaymentToDepositQueryRq', queryPaymentsToDeposit],
  ['GeneralSummaryReportQueryRq', queryReport],
  ['GeneralDetailReportQueryRq', queryReport],
  ['AgingReportQueryRq', queryReport],
  ['TxnDelRq', (request, context) => deleteTransaction(transactionKinds, request, context)],
  ['TxnVoidRq', (request, context) => voidTransaction(transactionKinds, request, context)],
  ['ListDelRq', deleteFromList],
  ['ListDeletedQueryRq', (request, context) => queryDeleted('List', request, context)],
  ['TxnDeletedQueryRq', (request, context) => queryDeleted('Txn', request, context)],
  ['DataExtAddRq', (request, context) => writeCustomValue('Add', request, context)],
  ['DataExtModRq', (request, context) => writeCustomValue('Mod', request, context)],
  ['DataExtDelRq', (request, context) => writeCustomValue('Del', request, context)],
  ['DataExtDefAddRq', defineCustomField],
  ['DataExtDefQueryRq', queryCustomFields],
])

const transactionHandlers = { Add: addTransaction, Mod: modifyTransaction, Query: queryTransactions } as const

/** Returns a request's handler, or `undefined` if the company file does not emulate it. */
export function findHandler(name: string): RequestHandler | undefined {
  const handler = handlers.get(name)
  const [, list = '', verb] = /^(\w+?)(Add|Mod|Query)Rq$/.exec(name) ?? []
  if (handler !== undefined || verb === undefined || findMessageTable(name) === undefined) return handler
  const transactions = transactionKinds.get(list)
  if (transactions !== undefined) {
    const carryOutTransaction = transactionHandlers[verb as keyof typeof transactionHandlers]
    return (request, context) => carryOutTransaction(transactions, request, context)
  }
  if (verb === 'Query') {
    const kinds = queriedKinds(list)
    return kinds.length === 0 ? undefined : (request, context) => queryLists(kinds, request, context)
  }
  const kind = listKinds.get(list)
  if (kind === undefined) return undefined
  return verb === 'Add'
    ? (request, context) => addToList(kind, request, context)
    : (request, context) => modifyInList(kind, transactionKinds, request, context)
}

/** Runs one request. An error rolls it back and becomes its status. Throws `Unsupported` or `RecordLimit`. */
export function runRequest(request: Element, handler: RequestHandler, context: RequestContext): RequestResult {
  context.books.savepoint()
  try {
    const lock = isWrite(request.name) ? context.faults.status('write') : undefined
    if (lock !== undefined) throw new StatusError(lock.statusCode, lock.statusMessage)
    const result = handler(request, context)
    return isWrite(request.name) ? warned(result, context) : result
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    context.books.rollbackToSavepoint()
    return toFailedResult(error.statusCode, error.message)
  }
}

function isWrite(name: string): boolean {
  return !name.endsWith('QueryRq')
}

function warned(result: RequestResult, { faults }: RequestContext): RequestResult {
  if ((result.statusCode ?? 0) !== 0) return result
  const warning = faults.status('written')
  return warning === undefined ? result : { ...result, ...warning, statusSeverity: 'Warn' }
}

/** Returns a failed request's result. */
export function toFailedResult(statusCode: number, statusMessage: string): RequestResult {
  return {
    elements: [],
    statusCode,
    statusSeverity: getSeverity(statusCode),
    statusMessage,
  }
}

/** Returns the response with a request's result. */
export function toResponse(request: Element, result: RequestResult): QbxmlResponse {
  const { recovery: _recovery, ...rest } = result
  const requestId = request.attributes?.requestID
  return {
    name: `${request.name.slice(0, -2)}Rs`,
    ...(requestId === undefined ? {} : { requestId }),
    statusCode: 0,
    statusSeverity: 'Info',
    statusMessage: 'Status OK',
    ...rest,
  }
}
