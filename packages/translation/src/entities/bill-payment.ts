import { Fault } from '@bridge/faults'
import { childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { isBlank, toDecimal } from '../check/check-value.ts'
import { purchaseForm } from '../forms/purchase-form.ts'
import { appliedLines, refuseNothingPaid } from '../lines/applied-lines.ts'
import { numberAt } from '../lines/line-amount.ts'
import { address } from '../parts/address.ts'
import { currencyOf } from '../parts/currency-rows.ts'
import { printingStatus } from '../parts/statuses.ts'
import { family, type RecordDraft, type VariantSpec } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { CheckedLine, LinesSpec, RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  createOnly,
  derived,
  field,
  filter,
  notClearable,
  passing,
  readOnly,
  refused,
  required,
  setByQuickBooks,
} from '../table/rows.ts'

const credits = ['VendorCredit']
const applied = appliedLines({ pays: ['Bill'], credits, showsCredits: true }, {})

/** The transactions a payment is applied to. QuickBooks pays their total, so `TotalAmt` must equal it. */
const line: LinesSpec = {
  ...applied,
  required: true,
  updates: 'kept',
  resolve: (sent, draft) => {
    const resolved = applied.resolve?.(sent, draft) ?? sent
    if (draft.body !== undefined) requireTotal(resolved, draft.body)
    return resolved
  },
}

function requireTotal(lines: readonly CheckedLine[], { TotalAmt }: JsonObject): void {
  const element = 'TotalAmt'
  if (isBlank(TotalAmt)) throw new Fault('2020', `${element} is required.`, { element })
  const total = toDecimal(TotalAmt)
  const paid = lines.reduce((sum, { values }) => sum.plus(numberAt(values, 'Amount') ?? 0), new Big(0))
  if (total?.eq(paid)) return
  throw new Fault('2010', `${element} must be ${paid.toFixed(2)}, the sum of the bills less the applied credits.`, {
    element,
  })
}

const notConvertible = 'QuickBooks Desktop cannot convert a check into a card payment, or vice versa'

const requirePaid = refuseNothingPaid(credits)

const Check: VariantSpec = {
  desktop: 'BillPaymentCheck',
  query: 'BillPaymentCheck',
  can: ['create', 'update', 'void'],
  rows: createRows('Check', {
    'CheckPayment.BankAccountRef': field('BankAccountRef', required, notClearable),
    'CheckPayment.PrintStatus': printingStatus,
    ...shown(address('CheckPayment.PayeeAddr', 'Address')),
    'CheckPayment.CheckDetail': refused(
      'QuickBooks Desktop stores only the number of a check; use DocNumber',
      'Put the number in DocNumber.',
    ),
    CreditCardPayment: refused(notConvertible, 'Delete the transaction, and create it with the other type.'),
  }),
  alsoCheck: (draft) => {
    resolvePrintStatus(draft)
    requirePaid(draft)
  },
}

/** Creates the rows for one variant, selected by `PayType`. */
function createRows(payType: 'Check' | 'CreditCard', own: RowSpecs): RowSpecs {
  return purchaseForm('bill payments', {
    VendorRef: field('PayeeEntityRef', required, createOnly, filter('byEntity')),
    CurrencyRef: field('CurrencyRef', currencyOf('VendorRef', 'Vendor')),
    APAccountRef: field('APAccountRef', createOnly),
    PayType: derived('text', () => payType, {
      rejection: {
        reason: notConvertible,
        instead: 'Delete the transaction, and create it with the other type.',
        passes: passing(payType),
      },
    }),
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    PrivateNote: field('Memo', acceptsNumbers),
    Line: line,
    TotalAmt: derived('amount', getTotal, { reads: ['Amount'], to: () => [], createOnly: true }),
    HomeTotalAmt: field('AmountInHomeCurrency', readOnly),
    ProcessBillPayment: refused(
      'QuickBooks Desktop does not pay bills online',
      'Create the BillPayment, and pay the bill with your bank.',
    ),
    VendorAddr: refused('QuickBooks Desktop uses the address of the vendor', 'Change BillAddr of the Vendor.'),
    LinkedTxn: refused(
      'name the bills in LinkedTxn of the lines',
      'Name each bill in LinkedTxn of a line, with the Amount paid.',
    ),
    ...own,
  })
}

/** Returns the amount, which a Mod cannot change without changing the lines. */
function getTotal(record: Element): number {
  return Number(childText(record, 'Amount') ?? 0)
}

/** Returns rows with values set by QuickBooks. */
function shown(rows: RowSpecs): RowSpecs {
  return Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [key, row.kind === 'field' ? { ...row, ...setByQuickBooks } : row]),
  )
}

/**
 * Keeps either a check's number or its print status, since the desktop accepts only one. The number takes precedence.
 */
function resolvePrintStatus({ operation, values }: RecordDraft): void {
  const status = 'CheckPayment.PrintStatus'
  const number = values.get('DocNumber')
  if (values.get(status) === 'true') {
    if (typeof number === 'string' && number !== '') {
      throw new Fault(
        '2010',
        `${status} contradicts DocNumber, since a check gets its number when it is printed. Omit DocNumber.`,
        {
          element: status,
        },
      )
    }
    values.delete('DocNumber')
  } else if (number !== undefined) {
    values.delete(status)
  } else if (operation === 'create') {
    values.set(status, 'false')
  }
}

const CreditCard: VariantSpec = {
  desktop: 'BillPaymentCreditCard',
  query: 'BillPaymentCreditCard',
  // qbXML has no Mod for it.
  can: ['create', 'void'],
  rows: createRows('CreditCard', {
    'CreditCardPayment.CCAccountRef': field('CreditCardAccountRef', required),
    'CreditCardPayment.CCDetail': refused(
      'card data is not passed through',
      'Charge the card with your payment provider, and record the result as a Payment.',
    ),
    CheckPayment: refused(notConvertible, 'Delete the transaction, and create it with the other type.'),
  }),
  alsoCheck: requirePaid,
}

export const BillPayment = family('BillPayment', {
  kind: 'transaction',
  variants: [Check, CreditCard],
  chooseVariant,
  iterates: true,
  withoutRecord: 'PAYMENT_OUTCOME_UNKNOWN',
})

function chooseVariant({ PayType }: JsonObject): VariantSpec {
  const element = 'PayType'
  if (isBlank(PayType)) throw new Fault('2020', `${element} is required.`, { element })
  switch (typeof PayType === 'string' ? PayType.toLowerCase() : PayType) {
    case 'check':
      return Check
    case 'creditcard':
      return CreditCard
    default:
      throw new Fault('2010', `${element} must be one of Check, CreditCard.`, { element })
  }
}
