import { chosenCurrency, exchangeRate } from '../parts/currency-rows.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { ignoredOnTransactions, refusedOnTransactions, unknownOn } from '../parts/only-in-qbo.ts'
import type { RowSpecs } from '../table/row.ts'
import { echo, field, filter, ignoredUnless, notClearable, part, passing, refused, sameRow } from '../table/rows.ts'

/**
 * Creates the rows shared by vendor and bank transactions: identity, day, currency, and QBO-only fields. `own` rows
 * replace shared ones.
 *
 * @param forms the transactions named in reasons, in the plural: `vendor credits`
 */
export function purchaseForm(forms: string, own: RowSpecs): RowSpecs {
  return part(
    'purchase form',
    {
      ...onlyInQbo(forms),
      ...envelope,
      ...txnIdentity,
      TxnDate: field('TxnDate', notClearable, filter('byTxnDate')),
      CurrencyRef: field('CurrencyRef', chosenCurrency),
      ExchangeRate: field('ExchangeRate', exchangeRate),
    },
    own,
  )
}

/** Creates the fields vendor and bank transactions have in QBO only. */
function onlyInQbo(forms: string): RowSpecs {
  return {
    ...ignoredOnTransactions,
    ...refusedOnTransactions(forms),
    HomeBalance: echo,
    // Without tax, amounts including it are the same.
    GlobalTaxCalculation: ignoredUnless(passing('TaxExcluded', 'NotApplicable')),
    TxnTaxDetail: refused(
      `QuickBooks Desktop (US) has no tax on ${forms}`,
      'Add a line for the tax, with its account in AccountRef.',
    ),
    IncludeInAnnualTPAR: refused(
      'this field is for taxes of other countries',
      'Leave it out: taxes of the United States are in TxnTaxDetail and TaxCodeRef.',
    ),
    LessCIS: refused(
      'this field is for taxes of other countries',
      'Leave it out: taxes of the United States are in TxnTaxDetail and TaxCodeRef.',
    ),
    CustomField: refused(
      `custom fields of ${forms} are not passed through`,
      'Put the text in PrivateNote of the transaction.',
    ),
    ...sameRow(['BillEmail', 'ReplyEmail', 'Memo'], unknownOn(forms)),
  }
}
