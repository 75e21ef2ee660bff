import Big from 'big.js'
import { findBalanceOwner } from '../accounts/balance-owner.ts'
import { amountText, sum } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import {
  appliedToElements,
  getPaidAmount,
  type PaymentSide,
  toApplications,
  toAppliedToRets,
  toCreditUses,
} from '../payments/applied-to.ts'
import { invalidField, invalidReference } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import { credit, debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { getPayableAccount, payableTypes, withPayable } from './payable.ts'

/** Payments to vendors, and the credits they can use. */
const payables: PaymentSide = {
  entity: 'PayeeEntityRef',
  account: 'APAccountRef',
  pays: ['Bill'],
  credits: ['VendorCredit', 'BillPaymentCheck', 'BillPaymentCreditCard'],
}

/**
 * Creates a bill payment kind. `paidFrom` is the header field with the paying account. The amount sums its
 * `AppliedToTxnAdd` elements; a payment with only credits and discounts is not stored.
 */
export function billPayment(
  paidFrom: string,
  accountType: string,
  rest: Pick<TransactionKind, 'kind' | 'isNumbered' | 'defaults'> & Partial<Pick<TransactionKind, 'enterHeader'>>,
): TransactionKind {
  return {
    entity: 'PayeeEntityRef',
    isVoidable: true,
    required: ['PayeeEntityRef', paidFrom],
    accountTypes: { ...payableTypes, [paidFrom]: [accountType] },
    tables: [],
    extraElements: [...appliedToElements],
    details: ['AppliedToTxnRet'],
    ...rest,
    enterHeader(entry, context) {
      const { books } = context
      const payee = books.lists.byId('Name', getRefId(entry.fields, 'PayeeEntityRef') ?? '')
      if (payee !== undefined && payee.kind !== 'Vendor') {
        throw invalidReference('Vendor', books.lists.fullName(payee), rest.kind)
      }
      return withPayable(books, rest.enterHeader?.(entry, context) ?? entry.fields)
    },
    total({ request, requested, fields }) {
      const amount = getText(requested, 'Amount') ?? getPaidAmount(request) ?? getText(fields, 'Amount') ?? '0.00'
      if (Big(amount).lt(0)) throw invalidField('Amount', amount, 'The amount of a payment must not be negative.')
      checkAmountLimit('Amount', amount)
      return { Amount: amountText(amount) }
    },
    credits: (entry, books) => toCreditUses(payables, entry, books),
    apply: (entry, books) => toApplications(payables, entry, books),
    isStored: ({ fields, applications }) => getText(fields, 'Amount') !== '0.00' || applications.length > 0,
    post({ fields, applications }, books) {
      const amount = getText(fields, 'Amount') ?? '0.00'
      const discounts = applications.flatMap(({ discount }) => discount ?? [])
      const settled = sum([amount, ...discounts.map((discount) => discount.amount)])
      return [
        credit(books, getRefId(fields, paidFrom) ?? '', amount),
        debit(books, getPayableAccount(books, fields), settled, getRefId(fields, 'PayeeEntityRef')),
        ...discounts.map((discount) =>
          credit(books, discount.account, discount.amount, findBalanceOwner(books, discount.account, [])),
        ),
      ]
    },
    amount: ({ fields }) => getText(fields, 'Amount') ?? '0.00',
    computed: (payment, books) => ({ AppliedToTxnRet: toAppliedToRets(payment, books) }),
    onVoid: (voided) => ({ ...voided, fields: { ...voided.fields, Amount: '0.00' }, postings: [] }),
  }
}
