import { dailyRates } from '../../books/exchange-rates.ts'
import type { Fields } from '../../books/record.ts'
import { hostDate } from '../../host/host-time.ts'
import type { RequestContext } from '../../requests/request-context.ts'

const dayS = 24 * 60 * 60

/** The traded currencies' lowest rates, and how far they rise above it, over a number of days and back. */
const waves = [
  ['Euro', 1.04, 0.12, 150],
  ['Canadian Dollar', 0.69, 0.06, 110],
] as const

/** The built-in currencies that the company does not use. */
const unused = ['British Pound Sterling', 'Japanese Yen'] as const

/** Sets the traded currencies' rates for every day from the first to today (day 0). No request sets a rate. */
export function addRates({ books, switches }: RequestContext, now: number, first: number): void {
  for (const [name, lowest, range, period] of waves) {
    const rows: Fields[] = []
    for (let day = first; day <= 0; day++) {
      const height = Math.abs((((day - first) % period) / period) * 2 - 1)
      const noise = ((day * 37) % 11) / 10_000
      const rate = (lowest + range * height + Math.abs(noise)).toFixed(4)
      rows.push({ AsOfDate: hostDate(switches, now + day * dayS), ExchangeRate: rate })
    }
    changeCurrency(books, name, { [dailyRates]: rows })
  }
  for (const name of unused) changeCurrency(books, name, { IsActive: 'false' })
}

function changeCurrency(books: RequestContext['books'], name: string, change: Fields): void {
  const currency = books.lists.byFullName('Currency', name)
  if (currency !== undefined) books.putRecord({ ...currency, fields: { ...currency.fields, ...change } })
}
