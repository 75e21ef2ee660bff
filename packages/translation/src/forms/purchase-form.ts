import { homeCurrency, homeRate } from '../parts/currency-and-tax.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { ignoredOnTransactions, refusedOnTransactions, unknownOn } from '../parts/only-in-qbo.ts'
import type { RowSpecs } from '../table/row.ts'
import { echo, field, filter, ignoredUnless, notClearable, part, passing, refused, sameRow } from '../table/rows.ts'

/**
 * Creates the rows that transactions with vendors and banks share: identity, day, currency, and fields that only QBO
 * has. Rows of `own` replace shared ones.
 *
 * @param forms the transactions in reasons, in the plural: `vendor credits`
 */
export function purchaseForm(forms: string, own: RowSpecs): RowSpecs {
  return part(
    'purchase form',
    {
      ...onlyInQbo(forms),
      ...envelope,
      ...txnIdentity,
      TxnDate: field('TxnDate', notClearable, filter('byTxnDate')),
      CurrencyRef: field('CurrencyRef', homeCurrency),
      ExchangeRate: field('ExchangeRate', notClearable, homeRate),
    },
    own,
  )
}

/** Creates the rows of fields that QBO has on transactions with vendors and banks, and QuickBooks Desktop does not. */
function onlyInQbo(forms: string): RowSpecs {
  return {
    ...ignoredOnTransactions,
    ...refusedOnTransactions(forms),
    HomeBalance: echo,
    // Without tax, amounts that include it are the same.
    GlobalTaxCalculation: ignoredUnless(passing('TaxExcluded', 'NotApplicable')),
    TxnTaxDetail: refused(`QuickBooks Desktop (US) has no tax on ${forms}`),
    IncludeInAnnualTPAR: refused('this field is for taxes of other countries'),
    LessCIS: refused('this field is for taxes of other countries'),
    CustomField: refused(`custom fields of ${forms} are not passed through`),
    ...sameRow(['BillEmail', 'ReplyEmail', 'Memo'], unknownOn(forms)),
  }
}
