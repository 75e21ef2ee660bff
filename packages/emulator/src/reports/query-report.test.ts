import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'
import { add, ref } from '../../test/purchases.fixture.ts'
import { amountAt, period, readReport, sendReport } from '../../test/reports.fixture.ts'

describe('a report query', () => {
  it('a report query is on the fiscal year to date by default', async () => {
    const { company } = openTestCompany({ switches: { fiscalMonth: 10 } })
    const report = await readReport(company, 'ProfitAndLossStandard')
    expect(report.subtitle).toBe('October 1, 2025 through March 16, 2026')
    const [settings] = (await sendXml(company, '<CompanyQueryRq/>')).elements
    expect(settings && childText(settings, 'FirstMonthFiscalYear')).toBe('October')
  })

  it.each([
    [period('2025-01-01', '2025-03-31'), 'January through March 2025'],
    [period('2025-02-01', '2025-02-28'), 'February 2025'],
    ['<ReportDateMacro>LastMonth</ReportDateMacro>', 'February 2026'],
    ['<ReportDateMacro>ThisQuarterToDate</ReportDateMacro>', 'January 1 through March 16, 2026'],
    ['<ReportDateMacro>All</ReportDateMacro>', 'All Transactions'],
  ])('a report query is on the period that it requests: %s', async (options, subtitle) => {
    const { company } = openTestCompany()
    expect((await readReport(company, 'GeneralLedger', options)).subtitle).toBe(subtitle)
  })

  it('a report query has the basis that it requests, or that of the preferences; a report without one has none', async () => {
    const { company } = openTestCompany({ switches: { reportBasis: 'Cash' } })
    const getBasis = async (type: string, options = '') => (await readReport(company, type, options)).basis
    expect(await getBasis('BalanceSheetStandard')).toBe('Cash')
    expect(await getBasis('BalanceSheetStandard', '<ReportBasis>Accrual</ReportBasis>')).toBe('Accrual')
    expect(await getBasis('ARAgingSummary')).toBe('None')
    expect(await getBasis('Journal')).toBe('None')
  })

  it.each([
    ['a report that is not emulated', 'SalesTaxLiability', '', 3250],
    ['an unknown report', 'CashFlow', '', 3110],
    [
      'columns that the report does not have',
      'CustomerBalanceSummary',
      '<SummarizeColumnsBy>Month</SummarizeColumnsBy>',
      3250,
    ],
    ['a period that ends before it begins', 'Journal', period('2026-02-01', '2026-01-31'), 3030],
    ['a date that does not exist', 'Journal', period('2026-02-01', '2026-02-31'), 3020],
    ['a malformed ListID', 'TrialBalance', '<ReportEntityFilter><ListID>1</ListID></ReportEntityFilter>', 3000],
    ['an unknown name', 'TrialBalance', '<ReportEntityFilter><ListID>80000FFF-1</ListID></ReportEntityFilter>', 3120],
  ])('a report query is rejected for %s', async (_what, type, options, statusCode) => {
    const { company } = openTestCompany()
    const response = await sendReport(company, type, options)
    expect([response.statusCode, response.elements]).toEqual([statusCode, []])
  })

  it('a report query is rejected while the company does not track inventory, if it is about stock', async () => {
    const { company } = openTestCompany({ switches: { inventory: false } })
    expect((await sendReport(company, 'InventoryValuationSummary')).statusCode).toBe(3250)
    expect((await sendReport(company, 'ProfitAndLossStandard')).statusCode).toBe(0)
  })

  it('a report query is rejected for a user who may not see reports', async () => {
    const { company } = openTestCompany({ switches: { reportAccess: false } })
    expect((await sendReport(company, 'ProfitAndLossStandard')).statusCode).toBe(3260)
  })

  it('filters by customer with or without its jobs, by class, by item and by type of transaction', async () => {
    const { company } = openTestCompany()
    const smith = childText(await add(company, 'Customer', '<Name>Smith</Name>'), 'ListID')
    await add(company, 'Customer', `<Name>Attic</Name>${ref('ParentRef', 'Smith')}`)
    await add(company, 'Customer', '<Name>Jones</Name>')
    await add(company, 'Class', '<Name>North</Name>')
    for (const name of ['Advice', 'Repair']) {
      const sale = `<SalesOrPurchase><Price>1.00</Price>${ref('AccountRef', 'Service Income')}</SalesOrPurchase>`
      await add(company, 'ItemService', `<Name>${name}</Name>${sale}`)
    }
    const sell = (kind: string, customer: string, item: string, amount: string, name = '') => {
      const line = `${ref('ItemRef', item)}${name}<Amount>${amount}</Amount>`
      return add(company, kind, `${ref('CustomerRef', customer)}<${kind}LineAdd>${line}</${kind}LineAdd>`)
    }
    await sell('Invoice', 'Smith', 'Advice', '1.00')
    await sell('Invoice', 'Smith:Attic', 'Repair', '10.00', ref('ClassRef', 'North'))
    await sell('SalesReceipt', 'Jones', 'Advice', '100.00')
    const getIncome = async (filter: string) =>
      amountAt(await readReport(company, 'ProfitAndLossStandard', filter), 'Net Income').toFixed(2)
    const by = (name: string, ids: string) => `<Report${name}Filter>${ids}</Report${name}Filter>`
    expect(await getIncome('')).toBe('111.00')
    expect(await getIncome(by('Entity', `<ListID>${smith}</ListID>`))).toBe('1.00')
    expect(await getIncome(by('Entity', `<ListIDWithChildren>${smith}</ListIDWithChildren>`))).toBe('11.00')
    expect(await getIncome(by('Item', '<FullName>Advice</FullName>'))).toBe('101.00')
    expect(await getIncome(by('Class', '<FullName>North</FullName>'))).toBe('10.00')
    expect(await getIncome(by('Account', '<FullName>Product Income</FullName>'))).toBe('0.00')
    expect(await getIncome(by('TxnType', '<TxnTypeFilter>SalesReceipt</TxnTypeFilter>'))).toBe('100.00')
  })
})
