import { docNumber } from './lines.ts'
import { byDocNumber, byField, changeNote, type RecordCase } from './record-case.ts'

export const banking: readonly RecordCase[] = [
  {
    entity: 'JournalEntry',
    name: 'entry',
    create: (ref, tag) => ({
      TxnDate: '2026-03-31',
      DocNumber: docNumber('G', tag),
      Line: (
        [
          ['Debit', ref('costs'), 60],
          ['Debit', ref('savings'), 40.05],
          ['Credit', ref('bank'), 100.05],
        ] as const
      ).map(([PostingType, AccountRef, Amount]) => ({
        Amount,
        DetailType: 'JournalEntryLineDetail',
        JournalEntryLineDetail: { PostingType, AccountRef },
      })),
    }),
    change: () => ({ Adjustment: true }),
    find: byDocNumber,
  },
  {
    entity: 'Deposit',
    name: 'deposit',
    create: (ref) => ({
      DepositToAccountRef: ref('bank'),
      TxnDate: '2026-03-12',
      CashBack: { AccountRef: ref('savings'), Amount: 5, Memo: 'till' },
      Line: [
        { LinkedTxn: [{ TxnId: ref('payment').value, TxnType: 'Payment', TxnLineId: '0' }] },
        { Amount: 25.25, DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: ref('income') } },
      ],
    }),
    change: changeNote,
    find: () => [{ field: 'TxnDate', value: '2026-03-12', operator: '=' }],
  },
  {
    entity: 'Transfer',
    name: 'transfer',
    create: (ref) => ({
      FromAccountRef: ref('bank'),
      ToAccountRef: ref('savings'),
      Amount: 250,
      TxnDate: '2026-03-15',
    }),
    change: () => ({ Amount: 249.99 }),
    find: byField('TxnDate'),
  },
]
