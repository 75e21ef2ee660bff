import { accountTypes } from '../accounts/account-types.ts'
import { getAccountBalances } from '../books/balances.ts'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import { type ListKind, listKinds } from '../books/list-kinds.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { invalidField, listNotSaved } from '../requests/status-error.ts'
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
  ['NonPosting', 'NotApplicable'],
])

const typeOrder: ReadonlyMap<string, number> = new Map(accountTypes.map((type, index) => [type, index]))

/** Accounts. Non-posting accounts cannot be added, numbers are unique, and an account in use keeps its type. */
export const accountRules: ListRules = {
  check(fields, books, current) {
    checkNumber(fields, books, current)
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
  section: ({ fields }) => String(typeOrder.get(getText(fields, 'AccountType') ?? '') ?? '').padStart(2, '0'),
  computed(account, { books }): Fields {
    const balances = getAccountBalances(books, account)
    return {
      CashFlowClassification: cashFlow.get(getText(account.fields, 'AccountType') ?? '') ?? 'None',
      ...(balances && { Balance: amountText(balances.own), TotalBalance: amountText(balances.total) }),
    }
  },
}

const accounts = listKinds.get('Account') as ListKind

function checkNumber(fields: Fields, books: Books, current: ListRecord | undefined): void {
  const number = getText(fields, 'AccountNumber')
  if (number === undefined) return
  for (const other of books.lists.getRecords(accounts)) {
    if (other.id !== current?.id && getText(other.fields, 'AccountNumber') === number) {
      throw listNotSaved('Account', getText(fields, 'Name') ?? '', 'The account number is already in use.')
    }
  }
}
