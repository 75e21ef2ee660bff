import type { ReportTable } from '../table/report-table.ts'
import { intervals, summarizedLists } from '../table/summarize-by.ts'

/** The desktop groups items by type, QBO does not. */
export const itemSales: ReportTable = {
  name: 'ItemSales',
  summary: 'Sales of a period by item, with costs and margins of inventory.',
  desktop: {
    request: 'GeneralSummary',
    type: 'SalesByItemSummary',
    settings: { ReturnRows: 'NonZero' },
  },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [...intervals, ...summarizedLists],
  filters: ['customer', 'item', 'class'],
  lists: ['item'],
  differences: ['Only items in stock have costs and margins.'],
  layout: {
    kind: 'summary',
    first: { type: 'ProductsAndService', key: 'item', list: 'item' },
    columns: {
      isNested: true,
      measures: [
        { title: 'Quantity', key: 'quantity', type: 'Quantity', from: { titles: ['Qty', 'Quantity'] } },
        { title: 'Amount', key: 'amount', type: 'Money', from: { titles: ['Amount'] } },
        { title: '% of Sales', key: 'percent_sales', type: 'Percent', from: { titles: ['% of Sales'] }, suffix: '%' },
        { title: 'Avg Price', key: 'avg_price', type: 'Money', from: { titles: ['Avg Price'] } },
        { title: 'COGS', key: 'cogs', type: 'Money', from: { titles: ['COGS'] } },
        { title: 'Gross Margin', key: 'gross_margin', type: 'Money', from: { titles: ['Gross Margin'] } },
        {
          title: 'Gross Margin %',
          key: 'gross_margin_percent',
          type: 'Percent',
          from: { titles: ['Gross Margin %'] },
          suffix: '%',
        },
      ],
    },
    rows: { unwrapsOthers: true, total: { title: 'TOTAL', group: 'GrandTotal' } },
  },
}
