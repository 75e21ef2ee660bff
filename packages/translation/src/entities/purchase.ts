import { Fault } from '@bridge/faults'
import { checkYes, isBlank } from '../check/check-value.ts'
import { purchaseForm } from '../forms/purchase-form.ts'
import { purchaseLines } from '../lines/purchase-lines.ts'
import { address } from '../parts/address.ts'
import { currencyOfFirst } from '../parts/currency-rows.ts'
import { linkedTxns } from '../parts/linked-txns.ts'
import { nameLists, readPayee } from '../parts/name-lists.ts'
import { family, type VariantSpec } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  choice,
  derived,
  field,
  filter,
  ignored,
  lines,
  notClearable,
  passing,
  readOnly,
  refused,
  required,
  sameRow,
} from '../table/rows.ts'

const notConvertible = 'QuickBooks Desktop cannot convert a check or a card transaction into another type'

const can: VariantSpec['can'] = ['create', 'update', 'void']

const Check: VariantSpec = {
  desktop: 'Check',
  query: 'Check',
  can,
  rows: createRows('Check', false, {
    ...address('RemitToAddr', 'Address'),
    PrintStatus: choice('IsToBePrinted', [
      { client: 'NeedToPrint', desktop: 'true' },
      { client: 'PrintComplete', desktop: 'false' },
      { client: 'NotSet', desktop: 'false', reads: false },
    ]),
    LinkedTxn: linkedTxns,
  }),
}

/** Creates the rows for one variant, selected by `PaymentType` and `Credit`. */
function createRows(paymentType: 'Check' | 'CreditCard', credit: boolean, own: RowSpecs): RowSpecs {
  return purchaseForm('purchases', {
    PaymentType: derived('text', () => paymentType, {
      // QBO's cash purchases are checks on the desktop.
      rejection: {
        reason: notConvertible,
        instead: 'Delete the transaction, and create it with the other type.',
        passes: passing(paymentType, ...(paymentType === 'Check' ? ['Cash'] : [])),
      },
    }),
    Credit: derived('bool', () => credit, {
      rejection: {
        reason: notConvertible,
        instead: 'Delete the transaction, and create it with the other type.',
        passes: passing(credit),
      },
    }),
    AccountRef: field('AccountRef', required, notClearable),
    CurrencyRef: field(
      'CurrencyRef',
      currencyOfFirst({ ref: 'EntityRef', query: 'Entity' }, { ref: 'AccountRef', query: 'Account' }),
    ),
    EntityRef: field('PayeeEntityRef', notClearable, filter('byEntity'), readPayee('PayeeEntityRef')),
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    PrivateNote: field('Memo', acceptsNumbers),
    Line: lines('ItemLine', purchaseLines, { group: 'ItemGroupLine', required: true, updates: 'kept' }),
    TotalAmt: field('Amount', readOnly),
    HomeTotalAmt: field('AmountInHomeCurrency', readOnly),
    PaymentMethodRef: refused(
      'QuickBooks Desktop pays purchases by check or card, without a payment method',
      'Send PaymentType Check or CreditCard, and name the account in AccountRef.',
    ),
    PaymentRefNum: refused('the number of a check is its DocNumber', 'Use DocNumber.'),
    ...sameRow(
      ['CheckPayment', 'CreditCardPayment'],
      refused(
        'QuickBooks Desktop keeps neither card nor check data on a purchase',
        'Put the number of the check in DocNumber, and what else you need in PrivateNote.',
      ),
    ),
    PurchaseEx: ignored,
    ...own,
  })
}

const Charge = card('CreditCardCharge', false)

function card(desktop: 'CreditCardCharge' | 'CreditCardCredit', credit: boolean): VariantSpec {
  return {
    desktop,
    query: desktop,
    can,
    rows: createRows('CreditCard', credit, {
      RemitToAddr: refused(
        'QuickBooks Desktop has no address on card transactions',
        'Put the address in PrivateNote, or set BillAddr of the Vendor.',
      ),
      PrintStatus: refused(
        'card transactions are not printed',
        'Send PaymentType Check for what is printed.',
        passing('NotSet', 'PrintComplete'),
      ),
      LinkedTxn: refused(
        'QuickBooks Desktop does not link card transactions',
        'Pay an existing bill with a BillPayment with PayType CreditCard.',
      ),
    }),
  }
}

const Credit = card('CreditCardCredit', true)

export const Purchase = family('Purchase', {
  kind: 'transaction',
  variants: [Check, Charge, Credit],
  chooseVariant,
  iterates: true,
  linkedTxns: true,
  companions: { remembered: [nameLists] },
})

function chooseVariant(body: JsonObject): VariantSpec {
  const { PaymentType: type } = body
  if (isBlank(type)) throw new Fault('2020', 'PaymentType is required.', { element: 'PaymentType' })
  switch (typeof type === 'string' ? type.toLowerCase() : type) {
    case 'cash':
    case 'check':
      if (isCredit(body))
        throw new Fault('2010', 'Credit must be false unless PaymentType is CreditCard.', { element: 'Credit' })
      return Check
    case 'creditcard':
      return isCredit(body) ? Credit : Charge
    case 'expense':
    case 'other':
      throw new Fault(
        'UNSUPPORTED_BY_DESKTOP',
        'PaymentType is not supported: QuickBooks Desktop pays purchases by check or card.',
        {
          element: 'PaymentType',
        },
      )
    default:
      throw new Fault('2010', 'PaymentType must be one of Cash, Check, CreditCard.', { element: 'PaymentType' })
  }
}

function isCredit(body: JsonObject): boolean {
  return !isBlank(body.Credit) && checkYes(body.Credit, 'Credit')
}
