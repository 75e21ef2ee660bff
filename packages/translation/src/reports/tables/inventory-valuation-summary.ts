import type { ReportTable } from '../table/report-table.ts'

export const inventoryValuationSummary: ReportTable = {
  name: 'InventoryValuationSummary',
  summary: 'Quantity, value and average cost of inventory items.',
  desktop: { request: 'GeneralSummary', type: 'InventoryValuationSummary', settings: { ReturnRows: 'NonZero' } },
  dates: 'asOf',
  withoutDates: 'today',
  hasBasis: false,
  summarizesBy: [],
  filters: ['item'],
  lists: ['item'],
  differences: [
    '`SKU` is the manufacturer’s part number.',
    'Returns `3250` if inventory is off in the preferences of the company file.',
  ],
  layout: {
    kind: 'summary',
    first: { type: 'ProductsAndService', key: 'item', list: 'item' },
    columns: {
      isNested: false,
      measures: [
        { title: 'SKU', key: 'sku', type: 'String', element: 'ManufacturerPartNumber' },
        { title: 'Qty', key: 'qty', type: 'Quantity', from: { type: 'QuantityOnHand', titles: ['On Hand'] } },
        {
          title: 'Asset Value',
          key: 'asset_value',
          type: 'Money',
          from: { type: 'ValueOnHand', titles: ['Asset Value'] },
        },
        { title: 'Avg Cost', key: 'avg_cost', type: 'Money', from: { type: 'AverageCost', titles: ['Avg Cost'] } },
      ],
    },
    rows: { unwrapsOthers: true, total: { title: 'TOTAL', group: 'GrandTotal', isRow: true } },
  },
}
