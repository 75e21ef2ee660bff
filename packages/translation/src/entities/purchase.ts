import { Fault } from '@bridge/faults'
import { checkYes, isBlank } from '../check/check-value.ts'
import { purchaseForm } from '../forms/purchase-form.ts'
import { purchaseLines } from '../lines/purchase-lines.ts'
import { address } from '../parts/address.ts'
import { sameRow } from '../parts/contact.ts'
import { linkedTxns } from '../parts/linked-txns.ts'
import { type Variant, variants } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { Rows } from '../table/row.ts'
import {
  amount,
  choice,
  derived,
  filter,
  ignored,
  lines,
  max,
  passing,
  permanent,
  readOnly,
  ref,
  refused,
  required,
  text,
} from '../table/rows.ts'

const paysOneWay =
  'QuickBooks Desktop does not turn a check into a card transaction, or a card transaction into another'

const can: Variant['can'] = ['create', 'update', 'void']

const Check: Variant = {
  desktop: 'Check',
  query: 'Check',
  can,
  rows: rowsOf('Check', false, {
    ...address('RemitToAddr', 'Address'),
    PrintStatus: choice('IsToBePrinted', [
      { client: 'NeedToPrint', desktop: 'true' },
      { client: 'PrintComplete', desktop: 'false' },
      { client: 'NotSet', desktop: 'false', reads: false },
    ]),
    LinkedTxn: linkedTxns,
  }),
}

/** The rows of every purchase; `PaymentType` and `Credit` say which of the three it is. */
function rowsOf(paymentType: 'Check' | 'CreditCard', credit: boolean, own: Rows): Rows {
  return purchaseForm('purchases', {
    PaymentType: derived('text', () => paymentType, {
      // QBO's cash purchases are checks on the desktop.
      fixed: { reason: paysOneWay, passes: passing(paymentType, ...(paymentType === 'Check' ? ['Cash'] : [])) },
    }),
    Credit: derived('bool', () => credit, { fixed: { reason: paysOneWay, passes: passing(credit) } }),
    AccountRef: ref('AccountRef', required, permanent),
    EntityRef: ref('PayeeEntityRef', permanent, filter('byEntity')),
    DocNumber: text('RefNumber', max(11), filter('byRefNumber')),
    PrivateNote: text('Memo', max(4095)),
    Line: lines('ItemLine', purchaseLines, { group: 'ItemGroupLine', required: true, updates: 'kept' }),
    TotalAmt: amount('Amount', readOnly),
    HomeTotalAmt: amount('AmountInHomeCurrency', readOnly),
    PaymentMethodRef: refused('QuickBooks Desktop pays purchases by check or card, without a payment method'),
    PaymentRefNum: refused('the number of a check is its DocNumber'),
    ...sameRow(
      ['CheckPayment', 'CreditCardPayment'],
      refused('QuickBooks Desktop keeps neither card nor check data on a purchase'),
    ),
    PurchaseEx: ignored,
    ...own,
  })
}

const Charge = card('CreditCardCharge', false)

function card(desktop: 'CreditCardCharge' | 'CreditCardCredit', credit: boolean): Variant {
  return {
    desktop,
    query: desktop,
    can,
    rows: rowsOf('CreditCard', credit, {
      RemitToAddr: refused('QuickBooks Desktop has no address on card transactions'),
      PrintStatus: refused('card transactions are not printed', passing('NotSet', 'PrintComplete')),
      LinkedTxn: refused('QuickBooks Desktop does not link card transactions'),
    }),
  }
}

const Credit = card('CreditCardCredit', true)

export const Purchase = variants('Purchase', {
  kind: 'transaction',
  tables: [Check, Charge, Credit],
  variantOf,
  iterates: true,
  linkedTxns: true,
})

function variantOf(body: JsonObject): Variant {
  const { PaymentType: type } = body
  if (isBlank(type)) throw new Fault('2020', 'PaymentType is required', { element: 'PaymentType' })
  switch (typeof type === 'string' ? type.toLowerCase() : type) {
    case 'cash':
    case 'check':
      if (isCredit(body)) throw new Fault('2010', 'Credit: only a card can be credited', { element: 'Credit' })
      return Check
    case 'creditcard':
      return isCredit(body) ? Credit : Charge
    case 'expense':
    case 'other':
      throw new Fault('UNSUPPORTED_BY_DESKTOP', 'PaymentType: QuickBooks Desktop pays purchases by check or card', {
        element: 'PaymentType',
      })
    default:
      throw new Fault('2010', 'PaymentType must be one of Cash, Check, CreditCard', { element: 'PaymentType' })
  }
}

function isCredit(body: JsonObject): boolean {
  return !isBlank(body.Credit) && checkYes(body.Credit, 'Credit')
}
