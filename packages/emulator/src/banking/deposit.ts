import Big from 'big.js'
import { checkPosting } from '../accounts/account-type.ts'
import { findBalanceOwner } from '../accounts/balance-owner.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { isForeign } from '../books/exchange-rates.ts'
import { changeFields, getAggregate, getRefId, getText } from '../books/fields.ts'
import type { Application, Fields, Line, Posting } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { invalidField, missingElement } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import { credit, debit } from '../transactions/posting.ts'
import { createTransactionId } from '../transactions/transaction-id.ts'
import type { Entry, TransactionKind } from '../transactions/transaction-kind.ts'
import { findDeposit, getUndepositedHome } from '../transactions/undeposited.ts'
import { depositLines, isPaymentLine } from './deposit-line.ts'

const cashBack = 'CashBackInfoRet'

/**
 * A deposit moves received payments from undeposited funds and other lines from their accounts to the bank, less the
 * cash back.
 */
export const deposit: TransactionKind = {
  kind: 'Deposit',
  isNumbered: false,
  isVoidable: true,
  required: ['DepositToAccountRef'],
  accountTypes: { DepositToAccountRef: ['Bank', 'OtherCurrentAsset'] },
  defaults: {},
  tables: [depositLines],
  enterHeader: withCashBack,
  total: ({ fields, lines }) => ({ DepositTotal: amountText(sumLines(lines).minus(getCashBack(fields))) }),
  apply(entry, books) {
    const total = getText(entry.fields, 'DepositTotal') ?? '0.00'
    if (Big(total).lt(0)) throw invalidField('DepositTotal', total, 'The total must not be negative.')
    checkAmountLimit('DepositTotal', total)
    return depositedPayments(books, entry)
  },
  post: ({ fields, lines }, books) => [
    debit(books, getRefId(fields, 'DepositToAccountRef') ?? '', sumLines(lines).minus(getCashBack(fields))),
    debit(books, getRefId(getAggregate(fields, cashBack), 'AccountRef') ?? '', getCashBack(fields)),
    ...lines.map((line) => {
      const account = getRefId(line.fields, 'AccountRef') ?? ''
      const amount = getText(line.fields, 'Amount') ?? 0
      const owner = Big(amount).eq(0)
        ? undefined
        : findBalanceOwner(books, account, [getRefId(line.fields, 'EntityRef')])
      return { ...credit(books, account, amount, owner), ...getPaymentHome(books, fields, line), line: line.id }
    }),
  ],
  onVoid(voided) {
    const { [cashBack]: _cashBack, ...fields } = voided.fields
    const lines = voided.lines.filter((line) => !isPaymentLine(line.fields))
    return { ...voided, fields: { ...fields, DepositTotal: '0.00' }, lines, postings: [] }
  },
}

function withCashBack({ requested, fields }: Entry, context: RequestContext): Fields {
  const { CashBackInfoAdd: _add, CashBackInfoMod: _mod, ...rest } = fields
  const change = { ...getAggregate(requested, 'CashBackInfoAdd'), ...getAggregate(requested, 'CashBackInfoMod') }
  if (Object.keys(change).length === 0) return rest
  const current = getAggregate(rest, cashBack)
  const changed = changeFields(current, change)
  const account = getRefId(changed, 'AccountRef')
  if (account === undefined) throw missingElement('AccountRef')
  checkPosting(context.books, changed, 'AccountRef')
  findBalanceOwner(context.books, account, [])
  const amount = getText(changed, 'Amount') ?? '0.00'
  if (Big(amount).lt(0)) throw invalidField('Amount', amount, 'Cash back must not be negative.')
  const id = getText(current, 'TxnLineID') ?? createTransactionId(context)
  return { ...rest, [cashBack]: { ...changed, TxnLineID: id, Amount: amount } }
}

/** Returns what a foreign payment takes from undeposited funds: its own value there, whatever the deposit's rate. */
function getPaymentHome(books: Books, header: Fields, { fields }: Line): Partial<Posting> {
  const payment = books.transactions.get(getText(fields, 'TxnID') ?? '')
  if (payment === undefined || !isForeign({ fields: header })) return {}
  return {
    amount: amountText(Big(getUndepositedHome(books, payment)).times(-1)),
    foreign: amountText(Big(getText(fields, 'Amount') ?? 0).times(-1)),
  }
}

function sumLines(lines: readonly Line[]): Big {
  return sum(lines.map(({ fields }) => getText(fields, 'Amount') ?? 0))
}

function getCashBack(fields: Fields): string {
  return getText(getAggregate(fields, cashBack), 'Amount') ?? '0.00'
}

// A payment can be deposited only once.
function depositedPayments(books: Books, { id, lines }: Entry): readonly Application[] {
  const deposited = new Set<string>()
  return lines.flatMap((line): Application[] => {
    const payment = getText(line.fields, 'TxnID')
    if (payment === undefined) return []
    const other = findDeposit(books, payment)
    if (deposited.has(payment) || (other !== undefined && other !== id)) {
      throw invalidField('PaymentTxnID', payment, 'This payment is deposited already.')
    }
    deposited.add(payment)
    return [{ type: 'deposit', to: payment, line: line.id, amount: getText(line.fields, 'Amount') ?? '0.00' }]
  })
}
