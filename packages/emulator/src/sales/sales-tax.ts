import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { getRefId, getRows, getText } from '../books/fields.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { getCountedLines } from './line-price.ts'

export interface SalesTax {
  readonly percentage: Big
  readonly amount: string
}

/**
 * Computes the sales tax: the rate of the header's tax item, or all items in its tax group, on the taxable lines' sum,
 * rounded half up once. Exempt customers pay none.
 */
export function computeSalesTax(books: Books, header: Fields, lines: readonly Fields[]): SalesTax {
  const item = books.lists.byId('Item', getRefId(header, 'ItemSalesTaxRef') ?? '')
  const isTaxed = item !== undefined && isTaxable(books, header, 'CustomerSalesTaxCodeRef')
  const percentage = isTaxed ? getPercentage(books, item) : Big(0)
  const taxable = getCountedLines(books, lines).filter((line) => isTaxable(books, line, 'SalesTaxCodeRef'))
  const base = sum(taxable.map((line) => getText(line, 'Amount') ?? 0))
  return { percentage, amount: amountText(base.times(percentage).div(100)) }
}

function isTaxable(books: Books, fields: Fields, name: string): boolean {
  const code = books.lists.byId('SalesTaxCode', getRefId(fields, name) ?? '')
  return code !== undefined && getText(code.fields, 'IsTaxable') === 'true'
}

function getPercentage(books: Books, item: ListRecord): Big {
  const own = getText(item.fields, 'TaxRate')
  if (item.kind !== 'ItemSalesTaxGroup') return Big(own ?? 0)
  const members = getRows(item.fields, 'ItemSalesTaxRef').flatMap(
    (row) => books.lists.byId('Item', getText(row, 'ListID') ?? '') ?? [],
  )
  return sum(members.map((member) => getText(member.fields, 'TaxRate') ?? 0))
}
