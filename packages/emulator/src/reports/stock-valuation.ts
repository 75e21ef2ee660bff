import type Big from 'big.js'
import { amountText, priceText, quantityText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import { isStockItem } from '../books/line-item.ts'
import { isActive } from '../books/lists.ts'
import type { ListRecord } from '../books/record.ts'
import { referenceFilter } from '../queries/filters.ts'
import type { ReportTable } from './account-summary.ts'
import { createNameCatalogue } from './chart.ts'
import { createColumnGroups } from './column-groups.ts'
import { writeItemSections } from './item-sections.ts'
import { allDates } from './period-text.ts'
import type { Cell, ReportColumn } from './report.ts'
import type { ReportQuery } from './report-query.ts'
import { selectRows } from './summary-figures.ts'
import { zero } from './sums.ts'

const columns: readonly ReportColumn[] = [
  { type: 'Blank', dataType: 'STRTYPE', titles: [''] },
  { type: 'ItemDesc', dataType: 'STRTYPE', titles: ['Item Description'] },
  { type: 'QuantityOnHand', dataType: 'QUANTYPE', titles: ['On Hand'] },
  { type: 'AverageCost', dataType: 'PRICETYPE', titles: ['Avg Cost'] },
  { type: 'ValueOnHand', dataType: 'AMTTYPE', titles: ['Asset Value'] },
  { type: 'PercentOfTotalValue', dataType: 'PERCENTTYPE', titles: ['% of Tot Asset'] },
  { type: 'UnitPrice', dataType: 'PRICETYPE', titles: ['Sales Price'] },
  { type: 'RetailValueOnHand', dataType: 'AMTTYPE', titles: ['Retail Value'] },
  { type: 'PercentOfTotalRetail', dataType: 'PERCENTTYPE', titles: ['% of Tot Retail'] },
]

/** Computes the quantity and value in stock at the period's end. */
export function computeStockValuation(query: ReportQuery): ReportTable {
  const { context, period, request } = query
  const { books } = context
  createColumnGroups(query, { time: false, records: false }, () => allDates)
  const items = referenceFilter(books, request, 'ReportItemFilter', 'Item')
  const stocked = books.lists
    .getIds('Item')
    .flatMap((id) => books.lists.byId('Item', id) ?? [])
    .filter((item) => isStockItem(item) && items.test(item.id))
  const figures = new Map<string, readonly Big[]>()
  for (const item of stocked) {
    const { quantity, value } = books.stock.getLevelOn(item.id, period.to)
    const isShown = isActive(item) || !quantity.eq(0) || !value.eq(0)
    if (isShown) figures.set(item.id, [quantity, value, quantity.times(getPrice(item))])
  }
  const selected = selectRows(query, figures, 'ActiveOnly', 3, () => [])
  const [, value = zero, retail = zero] = [0, 1, 2].map((index) =>
    [...selected.values()].reduce((sum, row) => sum.plus(row[index] ?? zero), zero),
  )
  const toCells = (
    [quantity = zero, worth = zero, price = zero]: readonly Big[],
    item?: ListRecord,
  ): readonly Cell[] => [
    item && getText(item.fields, 'SalesDesc'),
    quantityText(quantity),
    item && priceText(books.stock.getLevelOn(item.id, period.to).averageCost ?? 0),
    amountText(worth),
    toPercent(worth, value),
    item && priceText(getPrice(item)),
    amountText(price),
    toPercent(price, retail),
  ]
  const catalogue = createNameCatalogue(books, 'Item')
  return { columns, rows: writeItemSections({ books, catalogue, figures: selected, width: 3, toCells }) }
}

function getPrice(item: ListRecord): string {
  return getText(item.fields, 'SalesPrice') ?? '0'
}

function toPercent(part: Big, whole: Big): Cell {
  return whole.eq(0) ? undefined : priceText(part.times(100).div(whole).round(2))
}
