import Big from 'big.js'
import { getItemAccount } from '../accounts/item-accounts.ts'
import { amountText, priceText, quantityText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import { findItem, isStockItem } from '../books/line-item.ts'
import { flattenLines } from '../books/lines.ts'
import type { ListRecord, Transaction } from '../books/record.ts'
import type { ReportTable } from './account-summary.ts'
import { createNameCatalogue, getAccountType } from './chart.ts'
import { createColumnGroups } from './column-groups.ts'
import { itemSections, writeItemSections } from './item-sections.ts'
import { findItemId, getDate, type LedgerLine } from './ledger-lines.ts'
import type { Cell, ReportColumn } from './report.ts'
import { findLedgerLines, type ReportQuery } from './report-query.ts'
import { getColumns, getDatesOf, getFigures, isWithin, selectRows } from './summary-figures.ts'
import { Sums, zero } from './sums.ts'
import { findTransactionWord } from './transaction-words.ts'

/** Each group's columns; cost columns are only for items in stock. */
const measures = [
  ['Qty', 'Quantity', 'QUANTYPE'],
  ['Amount', 'Amount', 'AMTTYPE'],
  ['% of Sales', 'Percent', 'PERCENTTYPE'],
  ['Avg Price', 'UnitPrice', 'PRICETYPE'],
  ['COGS', 'Amount', 'AMTTYPE'],
  ['Avg COGS', 'CostPrice', 'PRICETYPE'],
  ['Gross Margin', 'Amount', 'AMTTYPE'],
  ['Gross Margin %', 'Percent', 'PERCENTTYPE'],
] as const

/** Quantity, amount, cost, and the amount of items with costs, since others have no margin. */
const figuresPerTitle = 4

/** Returns 1 for an item posting in a sale, -1 in a credit memo, and undefined for any other. */
export function getSaleSign(line: LedgerLine): 1 | -1 | undefined {
  return findItemId(line) === undefined ? undefined : findTransactionWord(line.transaction.kind)?.saleSign
}

/** Computes quantity, sales and cost by item for a period. */
export function computeItemSales(query: ReportQuery): ReportTable {
  const { books } = query.context
  const groups = createColumnGroups(query, { time: true, records: true }, getDatesOf(query))
  const [quantities, amounts, costs] = [new Sums(), new Sums(), new Sums()]
  for (const line of findLedgerLines(query)) {
    const sign = getSaleSign(line)
    const item = findItemId(line)
    if (sign === undefined || item === undefined || !isWithin(line, query.period)) continue
    const type = getAccountType(books, line.account)
    if (type === 'Income') {
      amounts.add(item, groups.getKey(line), line.amount.times(-1))
      quantities.add(item, groups.getKey(line), computeQuantity(query, line).times(sign))
    } else if (type === 'CostOfGoodsSold') costs.add(item, groups.getKey(line), line.amount)
  }
  for (const line of findFreeLines(query)) {
    const item = findItemId(line) ?? ''
    amounts.add(item, groups.getKey(line), zero)
    quantities.add(item, groups.getKey(line), computeQuantity(query, line).times(getSaleSign(line) ?? 1))
  }
  const columns = getColumns(query, groups, amounts, costs)
  const ids = new Set([...amounts.rows(), ...costs.rows()])
  const toFigures = (id: string): readonly Big[] => {
    const [quantity, amount, cost] = [quantities, amounts, costs].map((sums) => getFigures(groups, columns, sums, id))
    if (quantity === undefined || amount === undefined || cost === undefined) return []
    const item = books.lists.byId('Item', id)
    const hasCosts = (item !== undefined && isStockItem(item)) || cost.some((each) => !each.eq(0))
    return [...quantity, ...amount, ...cost, ...amount.map((each) => (hasCosts ? each : zero))]
  }
  const figures = new Map([...ids].map((id) => [id, toFigures(id)]))
  const titles = [...columns.map(({ title }) => title), ...(groups.hasTotal ? ['TOTAL'] : [])]
  const all = () =>
    books.lists.getIds('Item').filter((id) => itemSections.has(books.lists.byId('Item', id)?.kind ?? ''))
  const selected = selectRows(query, figures, 'ActiveOnly', titles.length * figuresPerTitle, all)
  const sales = titles.map((_, index) =>
    [...selected.values()].reduce((sum, row) => sum.plus(row[titles.length + index] ?? zero), zero),
  )
  return {
    columns: [
      { type: 'Label', dataType: 'STRTYPE', titles: ['', ''] },
      ...titles.flatMap((title) => measures.map((measure) => toColumn(title, measure))),
    ],
    rows: writeItemSections({
      books,
      catalogue: createNameCatalogue(books, 'Item'),
      figures: selected,
      width: titles.length * figuresPerTitle,
      toCells: (row, record) => toCells(row, sales, record),
    }),
  }
}

function toColumn(group: string, [title, type, dataType]: (typeof measures)[number]): ReportColumn {
  return { type, dataType, titles: [group, title] }
}

// On a cash basis a line counts in part, and so does its quantity.
function computeQuantity({ context: { books } }: ReportQuery, { line, amount, posting }: LedgerLine): Big {
  const item = line && findItem(books, line.fields)
  const whole = getText(line?.fields ?? {}, 'Quantity') ?? (item !== undefined && isStockItem(item) ? '1' : '0')
  return amount.eq(0) ? Big(whole) : amount.times(whole).div(posting.amount)
}

/** Returns the sale lines in the period whose items cost the customer nothing, and that have no postings. */
function* findFreeLines({ context: { books }, basis, period, passes }: ReportQuery): Generator<LedgerLine> {
  for (const transaction of books.transactions.values()) {
    const date = getDate(transaction)
    const word = findTransactionWord(transaction.kind)
    const isUnpaid = basis === 'Cash' && word?.isPaidLater === true
    if (word?.saleSign === undefined || isUnpaid || !isWithin({ date }, period) || isPending(transaction)) continue
    for (const line of flattenLines(transaction.lines)) {
      const account = getItemAccount(books, line.fields, 'IncomeAccountRef')
      if (account === undefined || getText(line.fields, 'Amount') !== '0.00') continue
      const posting = { account, amount: '0.00', entity: null, line: line.id }
      const free = { transaction, date, account, amount: zero, posting, line }
      if (getAccountType(books, account) === 'Income' && passes(free)) yield free
    }
  }
}

function isPending({ fields }: Transaction): boolean {
  return getText(fields, 'IsPending') === 'true'
}

/** Returns the cells with quantities, amounts, costs and margins; percentages refer to the totals in `sales`. */
function toCells(row: readonly Big[], sales: readonly Big[], record: ListRecord | undefined): readonly Cell[] {
  const hasCosts =
    (record !== undefined && isStockItem(record)) || row.slice(sales.length * 2).some((figure) => !figure.eq(0))
  return sales.flatMap((total, index) => {
    const [quantity = zero, amount = zero, cost = zero, costed = zero] = [0, 1, 2, 3].map(
      (part) => row[part * sales.length + index],
    )
    const margin = costed.minus(cost)
    return [
      quantity.eq(0) ? undefined : quantityText(quantity),
      amountText(amount),
      divide(amount.times(100), total),
      divide(amount, quantity),
      ...(hasCosts
        ? [amountText(cost), divide(cost, quantity), amountText(margin), divide(margin.times(100), costed)]
        : [undefined, undefined, undefined, undefined]),
    ]
  })
}

/** Returns a quotient with two decimals; undefined for a division by zero. */
function divide(amount: Big, by: Big): Cell {
  return by.eq(0) ? undefined : priceText(amount.div(by).round(2))
}
