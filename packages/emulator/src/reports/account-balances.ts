import type Big from 'big.js'
import { isProfitAndLoss } from '../accounts/account-types.ts'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { startOfMonths } from '../host/calendar.ts'
import { getAccountType } from './chart.ts'
import type { LedgerLine } from './ledger-lines.ts'
import { accumulate, addFigures, Sums, zero } from './sums.ts'

/** Balances on one or several dates: debits minus credits, one figure per date. */
export interface AccountBalances {
  /** The balance sheet accounts. Retained earnings include earlier fiscal years' profits. */
  readonly accounts: ReadonlyMap<string, readonly Big[]>
  /** The profit since each date's fiscal year began; absent without income and expenses. */
  readonly netIncome: readonly Big[] | undefined
}

/**
 * Computes the accounts' balances on ascending dates.
 *
 * @param fiscalMonth the fiscal year's first month, from 1 to 12
 */
export function computeBalances(
  books: Books,
  lines: Iterable<LedgerLine>,
  dates: readonly string[],
  fiscalMonth: number,
): AccountBalances {
  const columns = dates.map((_, index) => String(index))
  const last = dates.at(-1) ?? ''
  const balances = new Sums()
  const profits = new Sums()
  const places = new Map<string, string>()
  for (const { account, date, amount } of lines) {
    if (date > last) continue
    const column = places.get(date) ?? String(dates.findIndex((each) => date <= each))
    places.set(date, column)
    if (isProfitAndLoss(getAccountType(books, account))) profits.add(getYear(date, fiscalMonth), column, amount)
    else balances.add(account, column, amount)
  }
  const accounts = new Map<string, readonly Big[]>()
  for (const id of balances.rows()) accounts.set(id, accumulate(balances.getRow(id, columns)))

  const years = [...profits.rows()]
  if (years.length === 0) return { accounts, netIncome: undefined }
  const zeros: readonly Big[] = dates.map(() => zero)
  const sumYears = (isCounted: (year: string, date: string) => boolean): readonly Big[] =>
    years
      .map((year) => {
        const profit = accumulate(profits.getRow(year, columns))
        return dates.map((date, index) =>
          isCounted(year, getYear(date, fiscalMonth)) ? (profit[index] ?? zero) : zero,
        )
      })
      .reduce(addFigures, zeros)
  const earlier = sumYears((year, current) => year < current)
  if (earlier.some((amount) => !amount.eq(0))) {
    const { id } = requireSpecialAccount(books, 'RetainedEarnings')
    accounts.set(id, addFigures(accounts.get(id) ?? zeros, earlier))
  }
  return { accounts, netIncome: sumYears((year, current) => year === current) }
}

/** Returns the first day in a date's fiscal year. */
export function getYear(date: string, fiscalMonth: number): string {
  return startOfMonths(date, 12, fiscalMonth)
}
