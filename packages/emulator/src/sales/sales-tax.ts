import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, sumOf } from '../books/decimal.ts'
import { refOf, rowsOf, textOf } from '../books/fields.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { countedLines } from './line-price.ts'

/** The sales tax of a sale: percentage and amount. */
export interface SalesTax {
  readonly percentage: Big
  readonly amount: string
}

/**
 * The rate of the header's tax item, or of all items of a tax group, on the sum of the lines with a
 * taxable code, rounded half up once; a customer with a non-taxable code pays none.
 */
export function salesTaxOf(books: Books, header: Fields, lines: readonly Fields[]): SalesTax {
  const item = books.lists.byId('Item', refOf(header, 'ItemSalesTaxRef') ?? '')
  const isTaxed = item !== undefined && isTaxable(books, header, 'CustomerSalesTaxCodeRef')
  const percentage = isTaxed ? percentageOf(books, item) : Big(0)
  const taxable = countedLines(books, lines).filter((line) => isTaxable(books, line, 'SalesTaxCodeRef'))
  const sum = sumOf(taxable.map((line) => textOf(line, 'Amount') ?? 0))
  return { percentage, amount: amountText(sum.times(percentage).div(100)) }
}

function isTaxable(books: Books, fields: Fields, name: string): boolean {
  const code = books.lists.byId('SalesTaxCode', refOf(fields, name) ?? '')
  return code !== undefined && textOf(code.fields, 'IsTaxable') === 'true'
}

function percentageOf(books: Books, item: ListRecord): Big {
  const own = textOf(item.fields, 'TaxRate')
  if (item.kind !== 'ItemSalesTaxGroup') return Big(own ?? 0)
  const members = rowsOf(item.fields, 'ItemSalesTaxRef').flatMap(
    (row) => books.lists.byId('Item', textOf(row, 'ListID') ?? '') ?? [],
  )
  return sumOf(members.map((member) => textOf(member.fields, 'TaxRate') ?? 0))
}
