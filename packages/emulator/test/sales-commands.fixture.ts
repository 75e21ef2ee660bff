import { childText } from '@bridge/qbxml'
import fc from 'fast-check'
import {
  add,
  type Command,
  deleteOrVoid,
  findRecords,
  index,
  keptLines,
  mod,
  onRecord,
  ref,
  tag,
} from './commands.fixture.ts'

const items = ['Consulting', 'Translation', 'Printed Manual', 'Discount']
/** The `starter` customers the commands sell to. */
const customers = ['Amber Lane Bakery', 'Dunmore Architects', 'Dunmore Architects:City Hall Model']

const price = fc.integer({ min: 0, max: 99999999 }).map((value) => (value / 100000).toFixed(5))
const amount = fc.integer({ min: -50000, max: 100000 }).map((cents) => (cents / 100).toFixed(2))
const paid = fc.integer({ min: 0, max: 30000 }).map((cents) => (cents / 100).toFixed(2))

const line = fc
  .record(
    {
      item: fc.constantFrom(...items, undefined),
      quantity: fc.integer({ min: 0, max: 5000 }).map((value) => (value / 100).toFixed(2)),
      rate: price,
      amount,
      taxable: fc.boolean(),
    },
    { requiredKeys: ['item'] },
  )
  .map(({ item, quantity, rate, amount, taxable }) => {
    if (item === undefined) return '<Desc>Only words</Desc>'
    const code = taxable === undefined ? '' : ref('SalesTaxCodeRef', taxable ? 'Tax' : 'Non')
    const count = item === 'Discount' ? undefined : quantity
    return ref('ItemRef', item) + tag('Quantity', count) + tag('Rate', rate) + tag('Amount', amount) + code
  })
const lines = fc.array(line, { minLength: 1, maxLength: 5 })
const customer = fc.constantFrom(...customers).map((name) => ref('CustomerRef', name))
const form = fc.constantFrom('Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo')

function payInvoice(at: number, fields: (id: string) => string): Command {
  return onRecord('Invoice', at, (invoice) => {
    const owner = tag('CustomerRef', tag('ListID', getCustomerId(invoice)))
    return `<ReceivePaymentAddRq><ReceivePaymentAdd>${owner}${fields(childText(invoice, 'TxnID') ?? '')}</ReceivePaymentAdd></ReceivePaymentAddRq>`
  })
}

function getCustomerId(record: Parameters<typeof childText>[0]): string | undefined {
  return record.children.find(({ name }) => name === 'CustomerRef')?.children[0]?.text
}

function toDiscount(discount: string): string {
  return tag('DiscountAmount', discount) + ref('DiscountAccountRef', 'Discounts Given')
}

/** All sales commands: forms, payments with credits and discounts, refunds, deletions and voids. */
export const salesCommands: fc.Arbitrary<Command> = fc.oneof(
  fc
    .tuple(form, customer, lines)
    .map(([kind, owner, rows]) => add(kind, owner + rows.map((row) => tag(`${kind}LineAdd`, row)).join(''))),
  fc.tuple(form, index, lines).map(([kind, at, rows]) =>
    onRecord(kind, at, (record) => {
      const added = rows.map((row) => tag(`${kind}LineMod`, `<TxnLineID>-1</TxnLineID>${row}`)).join('')
      return mod(kind, record, keptLines(record, `${kind}Line`, at % 2) + added)
    }),
  ),
  fc.tuple(form, index, customer).map(([kind, at, owner]) => onRecord(kind, at, (record) => mod(kind, record, owner))),
  fc
    .tuple(fc.constantFrom('Invoice', 'SalesReceipt', 'CreditMemo'), index, fc.boolean())
    .map(([kind, at, pending]) => onRecord(kind, at, (record) => mod(kind, record, tag('IsPending', String(pending))))),
  fc.tuple(index, customer).map(
    ([at, owner]): Command =>
      async (company) => {
        const estimates = await findRecords(company, 'Estimate')
        const estimate = estimates[at % Math.max(1, estimates.length)]
        if (estimate === undefined) return
        await add('Invoice', owner + tag('LinkToTxnID', childText(estimate, 'TxnID')))(company)
      },
  ),
  fc
    .tuple(customer, paid, fc.boolean())
    .map(([owner, total, isAuto]) =>
      add('ReceivePayment', owner + tag('TotalAmount', total) + tag('IsAutoApply', String(isAuto))),
    ),
  fc.tuple(index, paid, paid, fc.boolean()).map(([at, total, discount, hasDiscount]) =>
    payInvoice(at, (id) => {
      const applied = tag('TxnID', id) + tag('PaymentAmount', total) + (hasDiscount ? toDiscount(discount) : '')
      return tag('AppliedToTxnAdd', applied)
    }),
  ),
  fc.tuple(index, index, paid, paid).map(
    ([at, creditAt, total, used]): Command =>
      async (company) => {
        const credits = [
          ...(await findRecords(company, 'CreditMemo')),
          ...(await findRecords(company, 'ReceivePayment')),
        ]
        const credit = credits[creditAt % Math.max(1, credits.length)]
        if (credit === undefined) return
        const set = tag('CreditTxnID', childText(credit, 'TxnID')) + tag('AppliedAmount', used)
        await payInvoice(at, (id) => {
          const applied = tag('TxnID', id) + tag('PaymentAmount', total) + tag('SetCredit', set)
          return tag('AppliedToTxnAdd', applied)
        })(company)
      },
  ),
  fc
    .tuple(index, paid)
    .map(([at, total]) =>
      onRecord('ReceivePayment', at, (payment) => mod('ReceivePayment', payment, tag('TotalAmount', total))),
    ),
  fc.tuple(index, index, paid).map(([at, invoiceAt, total]) =>
    onRecord('ReceivePayment', at, async (payment, company) => {
      const invoices = await findRecords(company, 'Invoice')
      const invoice = invoices[invoiceAt % Math.max(1, invoices.length)]
      const id = invoice === undefined ? 'FFFFFF-1' : childText(invoice, 'TxnID')
      return mod('ReceivePayment', payment, tag('AppliedToTxnMod', tag('TxnID', id) + tag('PaymentAmount', total)))
    }),
  ),
  fc.tuple(index, paid).map(([at, total]) =>
    onRecord('CreditMemo', at, (credit) => {
      const owner = tag('CustomerRef', tag('ListID', getCustomerId(credit)))
      const applied = tag('TxnID', childText(credit, 'TxnID')) + tag('RefundAmount', total)
      const content = owner + tag('RefundAppliedToTxnAdd', applied)
      return `<ARRefundCreditCardAddRq><ARRefundCreditCardAdd>${content}</ARRefundCreditCardAdd></ARRefundCreditCardAddRq>`
    }),
  ),
  deleteOrVoid('Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo', 'ReceivePayment', 'ARRefundCreditCard'),
)
