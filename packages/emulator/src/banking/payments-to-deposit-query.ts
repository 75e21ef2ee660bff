import { branch, type Element, leaf } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { refOf, textOf } from '../books/fields.ts'
import type { Transaction } from '../books/record.ts'
import { answerQuery } from '../queries/run-query.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isAskedFor, referenceElements } from '../responses/ret.ts'
import { retOptionsOf } from '../responses/ret-options.ts'
import { depositOf, isUndeposited, receivingKinds, undepositedAmount } from '../transactions/undeposited.ts'

/** The payments in undeposited funds that no deposit holds (`ReceivePaymentToDepositQueryRq`). */
export function queryPaymentsToDeposit(request: Element, context: RequestContext): RequestResult {
  return answerQuery(request, context, () => {
    const { books } = context
    const options = retOptionsOf(request)
    const waiting = receivingKinds
      .flatMap((kind) => [...books.transactionsOf(kind)])
      .filter((each) => isUndeposited(books, each) && depositOf(books, each.id) === undefined)
    return {
      pending: waiting.map((payment) => () => {
        const elements = elementsOf(books, payment).filter(({ name }) => isAskedFor(options, name))
        return branch('ReceivePaymentToDepositRet', elements)
      }),
    }
  })
}

function elementsOf(books: Books, payment: Transaction): readonly Element[] {
  const number = textOf(payment.fields, 'RefNumber')
  return [
    leaf('TxnID', payment.id),
    leaf('TxnType', payment.kind),
    ...referenceElements(books, 'CustomerRef', 'Name', refOf(payment.fields, 'CustomerRef') ?? ''),
    leaf('TxnDate', textOf(payment.fields, 'TxnDate') ?? ''),
    ...(number === undefined ? [] : [leaf('RefNumber', number)]),
    leaf('Amount', undepositedAmount(books, payment)),
  ]
}
