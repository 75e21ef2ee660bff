import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import type { Company } from './company.ts'

/** Debits minus credits for every posted account, and their sum, which is `0.00` if the books balance. */
export interface TrialBalance {
  readonly accounts: readonly { readonly id: string; readonly fullName: string; readonly amount: string }[]
  readonly total: string
}

/** Returns a company file's trial balance. */
export function trialBalance(company: Company): Promise<TrialBalance> {
  return company.read(computeTrialBalance)
}

function computeTrialBalance(books: Books): TrialBalance {
  const balances = [...books.journal.accounts()]
  const accounts = balances.map(([id, amount]) => {
    const account = books.lists.byId('Account', id)
    return { id, fullName: account === undefined ? '' : books.lists.fullName(account), amount: amountText(amount) }
  })
  return { accounts, total: amountText(sum(balances.map(([, amount]) => amount))) }
}
