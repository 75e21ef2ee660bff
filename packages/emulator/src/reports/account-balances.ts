import type Big from 'big.js'
import { isProfitAndLoss } from '../accounts/account-types.ts'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { startOfMonths } from '../host/calendar.ts'
import { getAccountType } from './chart.ts'
import type { LedgerLine } from './ledger-lines.ts'
import { accumulate, addFigures, Sums, zero } from './sums.ts'

/** Balances as of one or several dates: debits minus credits, one figure per date. */
export interface AccountBalances {
  /** Those of the balance sheet. Retained earnings include the profits of earlier fiscal years. */
  readonly accounts: ReadonlyMap<string, readonly Big[]>
  /** The profit since the first day of the fiscal year of each date; absent without income and expenses. */
  readonly netIncome: readonly Big[] | undefined
}

/**
 * Computes the balances of the accounts as of dates, which ascend.
 *
 * @param fiscalMonth the first month of the fiscal year, from 1 to 12
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

/** Returns the first day of the fiscal year of a date. */
export function getYear(date: string, fiscalMonth: number): string {
  return startOfMonths(date, 12, fiscalMonth)
}
