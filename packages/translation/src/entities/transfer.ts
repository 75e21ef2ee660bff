import { purchaseForm } from '../forms/purchase-form.ts'
import { isHomeCurrency } from '../parts/currency-and-tax.ts'
import { transaction } from '../table/entity-table.ts'
import { amount, max, passing, permanent, ref, refused, required, text } from '../table/rows.ts'

export const Transfer = transaction('Transfer', {
  can: ['create', 'update'],
  iterates: true,
  // QuickBooks keeps no log of deleted transfers.
  deletedAs: [],
  rows: purchaseForm('transfers', {
    FromAccountRef: ref('TransferFromAccountRef', required, permanent),
    ToAccountRef: ref('TransferToAccountRef', required, permanent),
    ClassRef: ref('ClassRef', permanent),
    Amount: amount('Amount', required, permanent),
    PrivateNote: text('Memo', max(4095)),
    DocNumber: refused('QuickBooks Desktop does not number transfers'),
    CurrencyRef: refused('QuickBooks Desktop takes the currency of a transfer from its accounts', isHomeCurrency),
    ExchangeRate: refused('QuickBooks Desktop takes the exchange rate from its list of currencies', passing(1)),
    Line: refused('a transfer has no lines'),
    LinkedTxn: refused('QuickBooks Desktop does not link transfers'),
  }),
})
