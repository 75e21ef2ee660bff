import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { add, ref } from '../../test/purchases.fixture.ts'
import { period, readReport, toLines } from '../../test/reports.fixture.ts'

/** Opens a company with an item in stock, a service and a sub-item; some are sold and returned. */
async function open() {
  const { company } = openTestCompany()
  await add(company, 'Customer', '<Name>Smith</Name>')
  await add(company, 'Vendor', '<Name>Forge</Name>')
  const sale = `<SalesOrPurchase>${ref('AccountRef', 'Service Income')}</SalesOrPurchase>`
  await add(company, 'ItemService', `<Name>Advice</Name>${sale}`)
  await add(company, 'ItemService', `<Name>Legal</Name>${ref('ParentRef', 'Advice')}${sale}`)
  const accounts = `${ref('IncomeAccountRef', 'Product Income')}<PurchaseCost>2.00</PurchaseCost>${ref('COGSAccountRef', 'Cost of Goods Sold')}${ref('AssetAccountRef', 'Inventory Asset')}`
  await add(
    company,
    'ItemInventory',
    `<Name>Bolt</Name><SalesDesc>Steel bolt</SalesDesc><SalesPrice>5.00</SalesPrice>${accounts}`,
  )
  const bought = `<ItemLineAdd>${ref('ItemRef', 'Bolt')}<Quantity>10</Quantity><Cost>2.00</Cost></ItemLineAdd>`
  await add(company, 'Bill', `${ref('VendorRef', 'Forge')}<TxnDate>2026-01-05</TxnDate>${bought}`)
  const sell = (kind: string, date: string, item: string, quantity: number, amount: string) => {
    const line = `${ref('ItemRef', item)}<Quantity>${quantity}</Quantity><Amount>${amount}</Amount>`
    const head = `${ref('CustomerRef', 'Smith')}<TxnDate>${date}</TxnDate>`
    return add(company, kind, `${head}<${kind}LineAdd>${line}</${kind}LineAdd>`)
  }
  await sell('Invoice', '2026-01-10', 'Bolt', 4, '20.00')
  await sell('CreditMemo', '2026-02-10', 'Bolt', 1, '5.00')
  await sell('SalesReceipt', '2026-02-11', 'Advice', 2, '60.00')
  await sell('SalesReceipt', '2026-02-12', 'Advice:Legal', 1, '25.00')
  return company
}

describe('sales by item', () => {
  it('sales by item have quantity, sales and cost of each item in sections by type', async () => {
    const report = await readReport(await open(), 'SalesByItemSummary', period('2026-01-01', '2026-03-31'))
    const measures = ['Qty', 'Amount', '% of Sales', 'Avg Price', 'COGS', 'Avg COGS', 'Gross Margin', 'Gross Margin %']
    expect(report.titles).toEqual(['/', ...measures.map((title) => `Jan - Mar 26/${title}`)])
    expect(toLines(report)).toEqual([
      'Text | Inventory',
      'Data | Bolt | 3 | 15.00 | 15.00 | 5.00 | 6.00 | 2.00 | 9.00 | 60.00',
      'Subtotal | Total Inventory | 3 | 15.00 | 15.00 | 5.00 | 6.00 | 2.00 | 9.00 | 60.00',
      'Text | Service',
      'Text | Advice',
      'Data | Legal | 1 | 25.00 | 25.00 | 25.00',
      'Data | Advice - Other | 2 | 60.00 | 60.00 | 30.00',
      'Subtotal | Total Advice | 3 | 85.00 | 85.00 | 28.33',
      'Subtotal | Total Service | 3 | 85.00 | 85.00 | 28.33',
      'Total | TOTAL | 6 | 100.00 | 100.00 | 16.67 | 6.00 | 1.00 | 9.00 | 60.00',
    ])
  })

  it('sales by item count items that cost the customer nothing', async () => {
    const company = await open()
    const line = `${ref('ItemRef', 'Bolt')}<Quantity>2</Quantity><Amount>0.00</Amount>`
    const head = `${ref('CustomerRef', 'Smith')}<TxnDate>2026-03-01</TxnDate>`
    await add(company, 'Invoice', `${head}<InvoiceLineAdd>${line}</InvoiceLineAdd>`)
    const report = await readReport(company, 'SalesByItemSummary', period('2026-03-01', '2026-03-31'))
    expect(toLines(report)[1]).toBe('Data | Bolt | 2 | 0.00 | 0.00 | 4.00 | 2.00 | -4.00')
  })

  it('sales by item repeat their columns for every month and the total', async () => {
    const options = `${period('2026-01-01', '2026-02-28')}<SummarizeColumnsBy>Month</SummarizeColumnsBy>`
    const report = await readReport(await open(), 'SalesByItemSummary', options)
    const quantities = report.titles.filter((title) => title.endsWith('/Qty'))
    expect(quantities).toEqual(['Jan 26/Qty', 'Feb 26/Qty', 'TOTAL/Qty'])
    const bolt = report.rows.find(({ label }) => label === 'Bolt')
    expect(quantities.map((title) => bolt?.cells[title])).toEqual(['4', '-1', '3'])
  })
})

describe('the valuation of stock', () => {
  it('the valuation of stock has the quantity and value of each item at the end of the period', async () => {
    const company = await open()
    const report = await readReport(company, 'InventoryValuationSummary')
    expect(report.titles.slice(0, 5)).toEqual(['', 'Item Description', 'On Hand', 'Avg Cost', 'Asset Value'])
    expect(toLines(report)).toEqual([
      'Text | Inventory',
      'Data | Bolt | Steel bolt | 7 | 2.00 | 14.00 | 100.00 | 5.00 | 35.00 | 100.00',
      'Subtotal | Total Inventory | 7 | 14.00 | 100.00 | 35.00 | 100.00',
      'Total | TOTAL | 7 | 14.00 | 100.00 | 35.00 | 100.00',
    ])
    const before = await readReport(company, 'InventoryValuationSummary', period('2026-01-01', '2026-01-31'))
    expect(before.rows[1]?.cells['On Hand']).toBe('6')
  })
})
