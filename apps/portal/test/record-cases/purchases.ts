import type { Entity } from '../client-libraries.ts'
import { docNumber, expenseLine, itemLine, paymentLine } from './lines.ts'
import { byDocNumber, byReference, changeNote, type FindRef, type RecordCase } from './record-case.ts'

function purchase(name: string, form: (ref: FindRef) => object, cleanup?: RecordCase['cleanup']): RecordCase {
  return {
    entity: 'Purchase',
    name,
    create: (ref, tag) => ({
      EntityRef: ref('vendor'),
      TxnDate: '2026-03-08',
      DocNumber: docNumber('X', tag),
      Line: [expenseLine(ref('costs'), 31.4), itemLine(ref('lamp'), 2, 3.5)],
      ...form(ref),
    }),
    change: changeNote,
    find: byDocNumber,
    ...(cleanup ? { cleanup } : {}),
  }
}
function checkForm(ref: FindRef) {
  return { PaymentType: 'Check', AccountRef: ref('bank') }
}
function cardForm(ref: FindRef) {
  return { PaymentType: 'CreditCard', AccountRef: ref('card') }
}
function cardCreditForm(ref: FindRef) {
  return { ...cardForm(ref), Credit: true }
}

function bill(name: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity: 'Bill',
    name,
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-03',
      DocNumber: `INV-2026-${tag}`.slice(0, 20),
      SalesTermRef: ref('term'),
      Line: [expenseLine(ref('costs'), 120), itemLine(ref('lamp'), 10, 3.6)],
    }),
    change: () => ({ DueDate: '2026-05-01' }),
    find: byReference('VendorRef'),
    ...rest,
  }
}

function billPayment(
  name: string,
  form: (ref: FindRef) => object,
  Line: (ref: FindRef) => object[],
  rest: Partial<RecordCase> = {},
): RecordCase {
  return {
    entity: 'BillPayment',
    name,
    create: (ref) => ({ VendorRef: ref('vendor'), TxnDate: '2026-03-10', ...form(ref), Line: Line(ref) }),
    change: changeNote,
    find: byReference('VendorRef'),
    ...rest,
  }
}
function paidByCheck(TotalAmt: number) {
  return (ref: FindRef) => ({
    PayType: 'Check',
    TotalAmt,
    CheckPayment: { BankAccountRef: ref('bank') },
  })
}
function paidByCard(TotalAmt: number) {
  return (ref: FindRef) => ({
    PayType: 'CreditCard',
    TotalAmt,
    CreditCardPayment: { CCAccountRef: ref('card') },
  })
}

export const purchases: readonly RecordCase[] = [
  {
    entity: 'PurchaseOrder',
    name: 'order',
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      APAccountRef: { value: '1' },
      TxnDate: '2026-03-01',
      DocNumber: docNumber('O', tag),
      Line: [itemLine(ref('lamp'), 10, 3.4)],
    }),
    change: ({ Line }) => ({
      Line: [{ Id: (Line as Entity[])[0]?.Id, ItemBasedExpenseLineDetail: { Qty: 12 } }],
    }),
    find: byDocNumber,
  },
  bill('received bill', {
    create: (ref) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-03',
      LinkedTxn: [{ TxnId: ref('order').value, TxnType: 'PurchaseOrder' }],
    }),
  }),
  bill('bill'),
  bill('other bill'),
  bill('deleted bill', { cleanup: 'delete' }),
  {
    entity: 'VendorCredit',
    name: 'vendor credit',
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-09',
      DocNumber: docNumber('V', tag),
      Line: [itemLine(ref('lamp'), 1, 3.6), expenseLine(ref('costs'), 20)],
    }),
    change: changeNote,
    find: byDocNumber,
  },
  billPayment('bill payment', paidByCheck(100), (ref) => [
    paymentLine(110, ['Bill', ref('bill')]),
    paymentLine(10, ['VendorCredit', ref('vendor credit')]),
  ]),
  billPayment('card payment', paidByCard(25), (ref) => [paymentLine(25, ['Bill', ref('bill')])], { isReadOnly: true }),
  billPayment('voided payment', paidByCheck(50), (ref) => [paymentLine(50, ['Bill', ref('other bill')])], {
    cleanup: 'void',
  }),
  billPayment('voided card payment', paidByCard(30), (ref) => [paymentLine(30, ['Bill', ref('other bill')])], {
    isReadOnly: true,
    cleanup: 'void',
  }),
  purchase('check', checkForm),
  purchase('charge', cardForm),
  purchase('card credit', cardCreditForm),
  purchase('voided check', checkForm, 'void'),
  purchase('voided charge', cardForm, 'void'),
  purchase('voided card credit', cardCreditForm, 'void'),
]
