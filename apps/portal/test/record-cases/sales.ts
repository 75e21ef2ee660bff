import type { Entity } from '../client-libraries.ts'
import { docNumber, paymentLine, salesLine } from './lines.ts'
import { byDocNumber, byField, byReference, changeNote, type RecordCase } from './record-case.ts'

function sale(entity: string, name: string, prefix: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity,
    name,
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      TxnDate: '2026-03-02',
      DocNumber: docNumber(prefix, tag),
      ClassRef: ref('class'),
      Line: [
        salesLine(ref('service'), 4, 90),
        { DetailType: 'DescriptionOnly', Description: 'Thank you', DescriptionLineDetail: {} },
        salesLine(ref('lamp'), 3, 19.99, 'Tax'),
      ],
    }),
    change: changeNote,
    find: byDocNumber,
    ...rest,
  }
}

function addLine(record: Entity) {
  return {
    Line: [
      ...(record.Line as { Id?: string; DetailType: string }[]).filter(({ Id }) => Id !== undefined),
      { DetailType: 'DescriptionOnly', Description: 'See you soon', DescriptionLineDetail: {} },
    ],
  }
}

export const sales: readonly RecordCase[] = [
  sale('Estimate', 'estimate', 'E', { change: () => ({ TxnStatus: 'Closed', ExpirationDate: '2026-05-01' }) }),
  sale('Estimate', 'dropped estimate', 'F', { cleanup: 'delete' }),
  sale('Invoice', 'invoice', 'I', { change: addLine }),
  sale('Invoice', 'voided invoice', 'J', { cleanup: 'void' }),
  sale('Invoice', 'deleted invoice', 'K', { find: byReference('CustomerRef'), cleanup: 'delete' }),
  sale('SalesReceipt', 'receipt', 'S', { change: addLine }),
  sale('SalesReceipt', 'voided receipt', 'T', { cleanup: 'void' }),
  sale('SalesReceipt', 'deleted receipt', 'U', { find: byReference('CustomerRef'), cleanup: 'delete' }),
  sale('CreditMemo', 'credit', 'C', { change: addLine }),
  {
    entity: 'Payment',
    name: 'payment',
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      TxnDate: '2026-03-05',
      PaymentRefNum: docNumber('P', tag),
      PaymentMethodRef: ref('method'),
      TotalAmt: 200,
      Line: [paymentLine(250, ['Invoice', ref('invoice')], ['CreditMemo', ref('credit')])],
    }),
    change: changeNote,
    find: byField('PaymentRefNum'),
  },
  {
    entity: 'Payment',
    name: 'deleted payment',
    create: (ref) => ({ CustomerRef: ref('customer'), TxnDate: '2026-03-06', TotalAmt: 77.7 }),
    change: changeNote,
    find: byReference('CustomerRef'),
    cleanup: 'delete',
  },
  {
    entity: 'RefundReceipt',
    name: 'refund',
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      DepositToAccountRef: ref('bank'),
      TxnDate: '2026-03-07',
      DocNumber: docNumber('R', tag),
      Line: [paymentLine(60.5, ['CreditMemo', ref('credit')])],
    }),
    change: changeNote,
    isReadOnly: true,
    find: byDocNumber,
  },
]
