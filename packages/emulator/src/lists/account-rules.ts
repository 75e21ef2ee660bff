import { getAccountBalances } from '../books/balances.ts'
import { amountText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import type { ListRules } from './kind-rules.ts'
import { addOpeningBalance } from './opening-balance.ts'

const cashFlow = new Map([
  ['Bank', 'NotApplicable'],
  ['AccountsReceivable', 'Operating'],
  ['AccountsPayable', 'Operating'],
  ['OtherCurrentAsset', 'Operating'],
  ['OtherCurrentLiability', 'Operating'],
  ['CreditCard', 'Operating'],
  ['FixedAsset', 'Investing'],
  ['OtherAsset', 'Investing'],
  ['LongTermLiability', 'Financing'],
  ['Equity', 'Financing'],
])

/** Accounts. Non-posting accounts cannot be added, and an account in use keeps its type. */
export const accountRules: ListRules = {
  defaults: (fields) => ({
    CashFlowClassification: cashFlow.get(getText(fields, 'AccountType') ?? '') ?? 'None',
  }),
  check(fields, books, current) {
    const type = getText(fields, 'AccountType') ?? ''
    if (current === undefined) {
      if (type === 'NonPosting') throw invalidField('AccountType', type, 'Accounts of this type cannot be added.')
      return
    }
    if (type === getText(current.fields, 'AccountType')) return
    const isFixed =
      current.fields.SpecialAccountType !== undefined || books.lists.referenceCounts.isReferenced('Account', current.id)
    if (type === 'NonPosting' || isFixed) {
      throw invalidField('AccountType', type, 'The type of this account cannot be changed.')
    }
  },
  onAdd: addOpeningBalance,
  computed(account, { books }): Fields {
    const balances = getAccountBalances(books, account)
    if (balances === undefined) return {}
    return { Balance: amountText(balances.own), TotalBalance: amountText(balances.total) }
  },
}
