import { childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { add, ref } from '../../test/purchases.fixture.ts'
import { amountAt, period, readReport } from '../../test/reports.fixture.ts'
import type { Company } from '../company/company.ts'

/** Opens a company with a customer, a vendor and a service. */
async function open() {
  const { company } = openTestCompany()
  await add(company, 'Customer', '<Name>Smith</Name>')
  await add(company, 'Vendor', '<Name>Forge</Name>')
  const sale = `<SalesOrPurchase>${ref('AccountRef', 'Service Income')}</SalesOrPurchase>`
  await add(company, 'ItemService', `<Name>Advice</Name>${sale}`)
  return company
}

function sell(company: Company, kind: string, date: string, amount: string, more = ''): Promise<Element> {
  const line = `<${kind}LineAdd>${ref('ItemRef', 'Advice')}<Quantity>2</Quantity><Amount>${amount}</Amount></${kind}LineAdd>`
  return add(company, kind, `${ref('CustomerRef', 'Smith')}<TxnDate>${date}</TxnDate>${more}${line}`)
}

function receive(company: Company, date: string, invoice: Element, amount: string, more = ''): Promise<Element> {
  const applied = `<TxnID>${childText(invoice, 'TxnID')}</TxnID><PaymentAmount>${amount}</PaymentAmount>${more}`
  const head = `${ref('CustomerRef', 'Smith')}<TxnDate>${date}</TxnDate><TotalAmount>${amount}</TotalAmount>`
  return add(company, 'ReceivePayment', `${head}<AppliedToTxnAdd>${applied}</AppliedToTxnAdd>`)
}

/** Returns monthly amounts on the cash-basis profit and loss from January to March 2026. */
async function getByMonth(company: Company, label: string): Promise<readonly string[]> {
  const options = '<SummarizeColumnsBy>Month</SummarizeColumnsBy><ReportBasis>Cash</ReportBasis>'
  const report = await readReport(company, 'ProfitAndLossStandard', period('2026-01-01', '2026-03-31') + options)
  return report.titles.slice(1, -1).map((title) => amountAt(report, label, title).toFixed(2))
}

describe('profit and loss on a cash basis', () => {
  it('counts income when it is paid, a partial payment in proportion', async () => {
    const company = await open()
    const invoice = await sell(company, 'Invoice', '2026-01-10', '100.00')
    expect(await getByMonth(company, 'Service Income')).toEqual(['0.00', '0.00', '0.00'])
    await receive(company, '2026-02-10', invoice, '33.33')
    await receive(company, '2026-03-10', invoice, '66.67')
    expect(await getByMonth(company, 'Service Income')).toEqual(['0.00', '33.33', '66.67'])
  })

  it('divides a payment between the lines of the invoice, and corrects the rounding with the last', async () => {
    const company = await open()
    const third = `<InvoiceLineAdd>${ref('ItemRef', 'Advice')}<Amount>33.33</Amount></InvoiceLineAdd>`
    const head = `${ref('CustomerRef', 'Smith')}<TxnDate>2026-01-10</TxnDate>`
    const invoice = await add(company, 'Invoice', head + third.repeat(3))
    await receive(company, '2026-01-20', invoice, '10.00')
    await receive(company, '2026-02-20', invoice, '89.99')
    expect(await getByMonth(company, 'Service Income')).toEqual(['9.99', '90.00', '0.00'])
  })

  it('counts income paid with a discount in full, and the discount', async () => {
    const company = await open()
    const invoice = await sell(company, 'Invoice', '2026-01-10', '100.00')
    const discount = `<DiscountAmount>2.00</DiscountAmount>${ref('DiscountAccountRef', 'Discounts Given')}`
    await receive(company, '2026-02-10', invoice, '98.00', discount)
    expect(await getByMonth(company, 'Service Income')).toEqual(['0.00', '100.00', '0.00'])
    expect(await getByMonth(company, 'Discounts Given')).toEqual(['0.00', '-2.00', '0.00'])
  })

  it('counts an invoice that was paid in advance on its date', async () => {
    const company = await open()
    const invoice = await sell(company, 'Invoice', '2026-03-01', '100.00')
    await receive(company, '2026-02-10', invoice, '100.00')
    expect(await getByMonth(company, 'Service Income')).toEqual(['0.00', '0.00', '100.00'])
  })

  it('counts a credit and the invoice that it pays on the same date', async () => {
    const company = await open()
    const invoice = await sell(company, 'Invoice', '2026-01-10', '100.00')
    const credit = await sell(company, 'CreditMemo', '2026-02-10', '40.00')
    const set = `<SetCredit><CreditTxnID>${childText(credit, 'TxnID')}</CreditTxnID><AppliedAmount>40.00</AppliedAmount></SetCredit>`
    await receive(company, '2026-03-10', invoice, '60.00', set)
    expect(await getByMonth(company, 'Service Income')).toEqual(['0.00', '0.00', '60.00'])
  })

  it('counts expenses when the bill is paid, and other transactions on their date', async () => {
    const company = await open()
    const expense = `<ExpenseLineAdd>${ref('AccountRef', 'Rent')}<Amount>80.00</Amount></ExpenseLineAdd>`
    const bill = await add(company, 'Bill', `${ref('VendorRef', 'Forge')}<TxnDate>2026-01-05</TxnDate>${expense}`)
    await add(company, 'Check', `${ref('AccountRef', 'Checking')}<TxnDate>2026-01-06</TxnDate>${expense}`)
    const applied = `<TxnID>${childText(bill, 'TxnID')}</TxnID><PaymentAmount>20.00</PaymentAmount>`
    await add(
      company,
      'BillPaymentCheck',
      `${ref('PayeeEntityRef', 'Forge')}<TxnDate>2026-02-05</TxnDate>${ref('BankAccountRef', 'Checking')}<IsToBePrinted>true</IsToBePrinted><AppliedToTxnAdd>${applied}</AppliedToTxnAdd>`,
    )
    expect(await getByMonth(company, 'Rent')).toEqual(['80.00', '20.00', '0.00'])
  })

  it('counts the quantity of a sale in proportion', async () => {
    const company = await open()
    const invoice = await sell(company, 'Invoice', '2026-01-10', '100.00')
    await receive(company, '2026-02-10', invoice, '25.00')
    const report = await readReport(company, 'SalesByItemSummary', '<ReportBasis>Cash</ReportBasis>')
    const [quantity, amount] = [report.titles[1], report.titles[2]].map((title) =>
      amountAt(report, 'Advice', title).toFixed(2),
    )
    expect([quantity, amount]).toEqual(['0.50', '25.00'])
  })
})

describe('the balance sheet on a cash basis', () => {
  it('the balance sheet on a cash basis has no receivable for unpaid income', async () => {
    const company = await open()
    await sell(company, 'Invoice', '2026-01-10', '100.00')
    const report = await readReport(company, 'BalanceSheetStandard', '<ReportBasis>Cash</ReportBasis>')
    expect(report.basis).toBe('Cash')
    expect(amountAt(report, 'Total Accounts Receivable').toFixed(2)).toBe('0.00')
    const accrual = await readReport(company, 'BalanceSheetStandard')
    expect(amountAt(accrual, 'Total Accounts Receivable').toFixed(2)).toBe('100.00')
  })

  it('shows a payment without an invoice as a negative receivable', async () => {
    const company = await open()
    const payment = `${ref('CustomerRef', 'Smith')}<TotalAmount>30.00</TotalAmount><IsAutoApply>false</IsAutoApply>`
    await add(company, 'ReceivePayment', payment)
    const report = await readReport(company, 'BalanceSheetStandard', '<ReportBasis>Cash</ReportBasis>')
    expect(amountAt(report, 'Total Accounts Receivable').toFixed(2)).toBe('-30.00')
  })
})
