import { branch, type Element, leaf } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { findHomeCurrency } from '../books/currencies.ts'
import { findHeaderCurrency, getRate } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Transaction } from '../books/record.ts'
import { runQuery } from '../queries/run-query.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isIncluded, referenceElements } from '../responses/ret.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import {
  findDeposit,
  getUndepositedAmount,
  getUndepositedHome,
  isUndeposited,
  receivingKinds,
} from '../transactions/undeposited.ts'

/** Returns the payments in undeposited funds no deposit contains (`ReceivePaymentToDepositQueryRq`). */
export function queryPaymentsToDeposit(request: Element, context: RequestContext): RequestResult {
  return runQuery(request, context, () => {
    const { books } = context
    const options = getRetOptions(request)
    const waiting = receivingKinds
      .flatMap((kind) => [...books.getTransactions(kind)])
      .filter((each) => isUndeposited(books, each) && findDeposit(books, each.id) === undefined)
    return {
      pending: waiting.map((payment) => () => {
        const elements = toElements(context, payment).filter(({ name }) => isIncluded(options, name))
        return branch('ReceivePaymentToDepositRet', elements)
      }),
    }
  })
}

function toElements({ books, switches }: RequestContext, payment: Transaction): readonly Element[] {
  const number = getText(payment.fields, 'RefNumber')
  return [
    leaf('TxnID', payment.id),
    leaf('TxnType', payment.kind),
    ...referenceElements(books, 'CustomerRef', 'Name', getRefId(payment.fields, 'CustomerRef') ?? ''),
    leaf('TxnDate', getText(payment.fields, 'TxnDate') ?? ''),
    ...(number === undefined ? [] : [leaf('RefNumber', number)]),
    leaf('Amount', getUndepositedAmount(books, payment)),
    ...(switches.multiCurrency ? toCurrencyElements(books, payment) : []),
  ]
}

function toCurrencyElements(books: Books, payment: Transaction): readonly Element[] {
  const id = findHeaderCurrency(payment.fields) ?? findHomeCurrency(books)?.id
  return [
    ...referenceElements(books, 'CurrencyRef', 'Currency', id ?? ''),
    leaf('ExchangeRate', getRate(payment.fields).toFixed()),
    leaf('AmountInHomeCurrency', getUndepositedHome(books, payment)),
  ]
}
