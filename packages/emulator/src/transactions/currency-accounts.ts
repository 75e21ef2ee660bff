import { findForeignCurrency } from '../books/currencies.ts'
import { getText } from '../books/fields.ts'
import { type ListKind, listKinds } from '../books/list-kinds.ts'
import { isActive } from '../books/lists.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'

const accounts = listKinds.get('Account') as ListKind

const names = { AccountsReceivable: 'Accounts Receivable', AccountsPayable: 'Accounts Payable' } as const

/** Returns a currency's receivable or payable account, which QuickBooks adds when it is first needed. */
export function requireControlAccount(
  context: RequestContext,
  type: keyof typeof names,
  currency: ListRecord,
): ListRecord {
  const { books } = context
  for (const account of books.lists.getRecords(accounts)) {
    const isOfType = getText(account.fields, 'AccountType') === type && isActive(account)
    if (isOfType && findForeignCurrency(books, account) === currency.id) return account
  }
  return addAccount(context, `${names[type]} - ${getText(currency.fields, 'CurrencyCode') ?? ''}`, {
    AccountType: type,
    CurrencyRef: { ListID: currency.id },
  })
}

/** Returns the account for exchange gains and losses, which QuickBooks adds when it is first needed. */
export function requireGainAccount(context: RequestContext): ListRecord {
  const type = 'ExchangeGainLoss'
  const found = context.books.findSpecialAccount(type)
  return (
    found ?? addAccount(context, 'Exchange Gain or Loss', { AccountType: 'OtherExpense', SpecialAccountType: type })
  )
}

function addAccount({ books, now }: RequestContext, name: string, fields: Fields): ListRecord {
  const id = `${(0x80000000 + books.nextNumber('Account')).toString(16).toUpperCase()}-${now}`
  const taken = books.lists.byFullName('Account', name) !== undefined
  const record: ListRecord = {
    kind: 'Account',
    id,
    created: now,
    modified: now,
    fields: { IsActive: 'true', Name: taken ? `${name} *` : name, ...fields },
    custom: [],
  }
  books.putRecord(record)
  return record
}
