import type Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, priceText, sum } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import { getCountedLines } from './line-price.ts'
import { computeSalesTax } from './sales-tax.ts'

/** Computes a sale's subtotal, sales tax and total. Rejects a negative total. */
export function computeTotals(books: Books, header: Fields, lines: readonly Fields[]): Fields {
  const subtotal = sum(getCountedLines(books, lines).map((line) => getText(line, 'Amount') ?? 0))
  const tax = computeSalesTax(books, header, lines)
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

/** Returns a sale's total. */
export function getTotal(header: Fields): Big {
  return sum([getText(header, 'Subtotal') ?? 0, getText(header, 'SalesTaxTotal') ?? 0])
}
