import { Fault } from '@bridge/faults'
import { purchaseForm } from '../forms/purchase-form.ts'
import { depositLines } from '../lines/deposit-lines.ts'
import { numberAt } from '../lines/line-amount.ts'
import { type RecordDraft, transaction } from '../table/entity-table.ts'
import { acceptsNumbers, createOnly, field, lines, notClearable, readOnly, refused, required } from '../table/rows.ts'

export const Deposit = transaction('Deposit', {
  can: ['create', 'update'],
  iterates: true,
  rows: purchaseForm('deposits', {
    DepositToAccountRef: field('DepositToAccountRef', required, notClearable),
    PrivateNote: field('Memo', acceptsNumbers),
    // An update may repeat these fields, but not change them [dp-4.2-lines.8].
    'CashBack.AccountRef': field('CashBackInfoRet/AccountRef', createOnly),
    'CashBack.Memo': field('CashBackInfoRet/Memo', acceptsNumbers, createOnly),
    'CashBack.Amount': field('CashBackInfoRet/Amount', createOnly),
    Line: lines('DepositLine', depositLines, { required: true }),
    TotalAmt: field('DepositTotal', readOnly),
    HomeTotalAmt: field('DepositTotalInHomeCurrency', readOnly),
    DocNumber: refused('QuickBooks Desktop does not number deposits', 'Put the number in PrivateNote of the deposit.'),
    LinkedTxn: refused('name the payments in LinkedTxn of the lines', 'Name each payment in LinkedTxn of a line.'),
  }),
  alsoCheck: requireCashAccount,
})

/** Requires an account for cash back, and drops a zero amount without one. */
function requireCashAccount({ operation, values }: RecordDraft): void {
  if (operation === 'update' || values.has('CashBack.AccountRef')) return
  if ((numberAt(values, 'CashBack.Amount')?.eq(0) ?? true) && !values.has('CashBack.Memo')) {
    values.delete('CashBack.Amount')
    return
  }
  throw new Fault('2020', 'CashBack.AccountRef is required with cash back.', { element: 'CashBack.AccountRef' })
}
