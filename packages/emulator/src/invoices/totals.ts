import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, priceText, sumOf } from '../books/decimal.ts'
import { refOf, textOf } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { amountTooLarge, invalidField } from '../refusal.ts'
import { itemOf } from './line-price.ts'

/** The lines whose amounts count: a subtotal only repeats those above it. */
export const countedLines = (books: Books, lines: readonly Fields[]): readonly Fields[] =>
  lines.filter((line) => textOf(line, 'Amount') !== undefined && itemOf(books, line)?.kind !== 'ItemSubtotal')

/**
 * Subtotal and sales tax of an invoice. The tax is the rate of the header's tax item on the sum of the
 * lines with a taxable code, rounded half up once; a customer with a non-taxable code pays none.
 */
export const totalsOf = (books: Books, header: Fields, lines: readonly Fields[]): Fields => {
  const counted = countedLines(books, lines)
  const subtotal = sumOf(counted.map((line) => textOf(line, 'Amount') ?? 0))
  const tax = books.lists.byId('Item', refOf(header, 'ItemSalesTaxRef') ?? '')
  const rate = isTaxable(books, header, 'CustomerSalesTaxCodeRef')
    ? Big(textOf(tax?.fields ?? {}, 'TaxRate') ?? 0)
    : Big(0)
  const taxable = sumOf(
    counted.filter((line) => isTaxable(books, line, 'SalesTaxCodeRef')).map((line) => textOf(line, 'Amount') ?? 0),
  )
  const taxTotal = amountText(taxable.times(rate).div(100))
  const total = subtotal.plus(taxTotal)
  if (total.lt(0)) throw invalidField('Amount', amountText(total), 'The total of an invoice must not be negative.')
  if (total.gt('9999999999999.99')) throw amountTooLarge('Amount')
  return { Subtotal: amountText(subtotal), SalesTaxPercentage: priceText(rate), SalesTaxTotal: taxTotal }
}

/** What the customer is asked to pay. */
export const totalOf = (header: Fields): Big =>
  sumOf([textOf(header, 'Subtotal') ?? 0, textOf(header, 'SalesTaxTotal') ?? 0])

const isTaxable = (books: Books, fields: Fields, name: string): boolean => {
  const code = books.lists.byId('SalesTaxCode', refOf(fields, name) ?? '')
  return code !== undefined && textOf(code.fields, 'IsTaxable') === 'true'
}
