import { sameRow } from '../parts/contact.ts'
import { homeCurrency, homeRate } from '../parts/currency-and-tax.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { ignoredOnTransactions, refusedOnTransactions, unknownOn } from '../parts/only-in-qbo.ts'
import type { Rows } from '../table/row.ts'
import { date, filter, ignored, passing, permanent, rate, ref, refused } from '../table/rows.ts'

/**
 * The rows that transactions with vendors and banks share: identity, day, currency, and what QBO alone knows. Rows of
 * `own` take the place of shared ones.
 *
 * @param forms how reasons speak of them, in the plural: `vendor credits`
 */
export function purchaseForm(forms: string, own: Rows): Rows {
  return {
    ...onlyInQbo(forms),
    ...envelope,
    ...txnIdentity,
    TxnDate: date('TxnDate', permanent, filter('byTxnDate')),
    CurrencyRef: ref('CurrencyRef', homeCurrency),
    ExchangeRate: rate('ExchangeRate', permanent, homeRate),
    ...own,
  }
}

/** Members of QBO's transactions with vendors and banks that QuickBooks Desktop does not have; `own` takes their place. */
function onlyInQbo(forms: string): Rows {
  return {
    ...ignoredOnTransactions,
    ...refusedOnTransactions(forms),
    HomeBalance: ignored,
    GlobalTaxCalculation: refused(
      `QuickBooks Desktop (US) has no tax on ${forms}`,
      passing('TaxExcluded', 'TaxInclusive', 'NotApplicable'),
    ),
    TxnTaxDetail: refused(`QuickBooks Desktop (US) has no tax on ${forms}`),
    IncludeInAnnualTPAR: refused('this field belongs to tax rules of other countries'),
    LessCIS: refused('this field belongs to tax rules of other countries'),
    CustomField: refused(`custom fields of ${forms} are not passed through`),
    ...sameRow(['BillEmail', 'ReplyEmail', 'Memo'], unknownOn(forms)),
  }
}
