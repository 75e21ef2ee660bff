import { purchaseForm } from '../forms/purchase-form.ts'
import { noCurrency, noRate } from '../parts/currency-rows.ts'
import { transaction } from '../table/entity-table.ts'
import { acceptsNumbers, field, notClearable, refused, required } from '../table/rows.ts'

export const Transfer = transaction('Transfer', {
  can: ['create', 'update'],
  iterates: true,
  // QuickBooks does not log deleted transfers.
  deletedAs: [],
  rows: purchaseForm('transfers', {
    FromAccountRef: field('TransferFromAccountRef', required, notClearable),
    ToAccountRef: field('TransferToAccountRef', required, notClearable),
    ClassRef: field('ClassRef'),
    Amount: field('Amount', required, notClearable),
    PrivateNote: field('Memo', acceptsNumbers),
    DocNumber: refused(
      'QuickBooks Desktop does not number transfers',
      'Put the number in PrivateNote of the transfer.',
    ),
    CurrencyRef: noCurrency(
      'QuickBooks Desktop derives the currency of a transfer from its accounts',
      'Name two accounts in the currency that you want.',
      { ref: 'FromAccountRef', query: 'Account' },
      { ref: 'ToAccountRef', query: 'Account' },
    ),
    ExchangeRate: noRate(
      'a transfer has no rate in qbXML, so QuickBooks Desktop uses the rate in its currency list',
      'Set the rate in the currency list of QuickBooks Desktop, or create a JournalEntry with an ExchangeRate.',
    ),
    Line: refused(
      'a transfer has no lines',
      'Create a Transfer for each amount, or a JournalEntry with several lines.',
    ),
    LinkedTxn: refused(
      'QuickBooks Desktop does not link transfers',
      'Put the ID of the other transaction in PrivateNote.',
    ),
  }),
})
