import type Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, priceText, sumOf } from '../books/decimal.ts'
import { textOf } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import { countedLines } from './line-price.ts'
import { salesTaxOf } from './sales-tax.ts'

/** Subtotal, sales tax and total of a sale. Refuses a negative total. */
export function totalsOf(books: Books, header: Fields, lines: readonly Fields[]): Fields {
  const subtotal = sumOf(countedLines(books, lines).map((line) => textOf(line, 'Amount') ?? 0))
  const tax = salesTaxOf(books, header, lines)
  const total = subtotal.plus(tax.amount)
  if (total.lt(0)) throw invalidField('Amount', amountText(total), 'The total of a transaction must not be negative.')
  checkAmountLimit('Amount', total)
  return {
    Subtotal: amountText(subtotal),
    SalesTaxPercentage: priceText(tax.percentage),
    SalesTaxTotal: tax.amount,
    TotalAmount: amountText(total),
  }
}

/** What the customer is asked to pay. */
export function totalOf(header: Fields): Big {
  return sumOf([textOf(header, 'Subtotal') ?? 0, textOf(header, 'SalesTaxTotal') ?? 0])
}
