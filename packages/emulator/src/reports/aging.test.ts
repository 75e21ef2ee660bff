import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { add, ref } from '../../test/purchases.fixture.ts'
import { period, readReport, toLines } from '../../test/reports.fixture.ts'
import type { Switches } from '../host/switches.ts'

/** Opens a company whose invoices over 1.00, 10.00 and so on are due 0, 1, 30, 31, 60, 61, 90 and 91 days ago. */
async function openWithInvoices(switches: Partial<Switches> = {}) {
  const { company } = openTestCompany({ switches })
  await add(company, 'Customer', '<Name>Smith</Name>')
  await add(company, 'Customer', `<Name>Attic</Name>${ref('ParentRef', 'Smith')}`)
  const sale = `<SalesOrPurchase>${ref('AccountRef', 'Service Income')}</SalesOrPurchase>`
  await add(company, 'ItemService', `<Name>Advice</Name>${sale}`)
  const dueDates = [
    '2026-03-16',
    '2026-03-15',
    '2026-02-14',
    '2026-02-13',
    '2026-01-15',
    '2026-01-14',
    '2025-12-16',
    '2025-12-15',
  ]
  const invoices = []
  for (const [index, due] of dueDates.entries()) {
    const line = `<InvoiceLineAdd>${ref('ItemRef', 'Advice')}<Amount>${10 ** index}.00</Amount></InvoiceLineAdd>`
    const customer = index === 0 ? 'Smith' : 'Smith:Attic'
    const head = `${ref('CustomerRef', customer)}<TxnDate>2025-11-01</TxnDate><RefNumber>${index}</RefNumber>`
    invoices.push(await add(company, 'Invoice', `${head}<DueDate>${due}</DueDate>${line}`))
  }
  return { company, invoices }
}

describe('an aging summary', () => {
  it('divides what jobs owe by the days past due', async () => {
    const { company } = await openWithInvoices()
    const report = await readReport(company, 'ARAgingSummary')
    expect(report).toMatchObject({ title: 'A/R Aging Summary', subtitle: 'As of March 16, 2026', basis: 'None' })
    expect(report.titles).toEqual(['', 'Current', '1 - 30', '31 - 60', '61 - 90', '> 90', 'TOTAL'])
    expect(toLines(report)).toEqual([
      'Text | Smith',
      'Data | Attic | 0.00 | 110.00 | 11000.00 | 1100000.00 | 10000000.00 | 11111110.00',
      'Data | Smith - Other | 1.00 | 0.00 | 0.00 | 0.00 | 0.00 | 1.00',
      'Subtotal | Total Smith | 1.00 | 110.00 | 11000.00 | 1100000.00 | 10000000.00 | 11111111.00',
      'Total | TOTAL | 1.00 | 110.00 | 11000.00 | 1100000.00 | 10000000.00 | 11111111.00',
    ])
  })

  it('ages from the date of the transaction if the company does', async () => {
    const { company } = await openWithInvoices({ agingBasis: 'AgeFromTransactionDate' })
    const report = await readReport(company, 'ARAgingSummary')
    expect(toLines(report).at(-1)).toBe('Total | TOTAL | 0.00 | 0.00 | 0.00 | 0.00 | 11111111.00 | 11111111.00')
  })

  it('an aging summary does not know payments of later dates', async () => {
    const { company, invoices } = await openWithInvoices()
    const [invoice] = invoices
    const applied = `<TxnID>${invoice && childText(invoice, 'TxnID')}</TxnID><PaymentAmount>1.00</PaymentAmount>`
    const head = `${ref('CustomerRef', 'Smith')}<TxnDate>2026-03-10</TxnDate><TotalAmount>5.00</TotalAmount>`
    await add(company, 'ReceivePayment', `${head}<AppliedToTxnAdd>${applied}</AppliedToTxnAdd>`)
    const getRow = async (date: string) =>
      toLines(await readReport(company, 'ARAgingSummary', period(date, date))).find((line) => line.includes('Other'))
    expect(await getRow('2026-03-09')).toBe('Data | Smith - Other | 1.00 | 0.00 | 0.00 | 0.00 | 0.00 | 1.00')
    expect(await getRow('2026-03-16')).toBe('Data | Smith - Other | 0.00 | -4.00 | 0.00 | 0.00 | 0.00 | -4.00')
  })

  it('an aging summary has no data without open balances', async () => {
    const { company } = await openWithInvoices()
    expect((await readReport(company, 'APAgingSummary')).rows).toEqual([])
    expect((await readReport(company, 'ARAgingSummary', period('2025-01-01', '2025-01-31'))).rows).toEqual([])
  })
})

describe('an aging detail', () => {
  it('lists open transactions by bucket with the columns that it includes', async () => {
    const { company } = await openWithInvoices()
    const columns = ['RefNumber', 'Name', 'Aging', 'Amount', 'OpenBalance'].map(
      (name) => `<IncludeColumn>${name}</IncludeColumn>`,
    )
    const report = await readReport(company, 'ARAgingDetail', columns.join(''))
    expect(report.titles).toEqual(['', 'Num', 'Name', 'Aging', 'Amount', 'Open Balance'])
    expect(toLines(report).slice(0, 7)).toEqual([
      'Text | Current',
      'Data |  | 0 | Smith | 1.00 | 1.00',
      'Subtotal | Total Current | 1.00 | 1.00',
      'Text | 1 - 30',
      'Data |  | 1 | Smith:Attic | 1 | 10.00 | 10.00',
      'Data |  | 2 | Smith:Attic | 30 | 100.00 | 100.00',
      'Subtotal | Total 1 - 30 | 110.00 | 110.00',
    ])
    expect(toLines(report).at(-1)).toBe('Total | TOTAL | 11111111.00 | 11111111.00')
  })
})
