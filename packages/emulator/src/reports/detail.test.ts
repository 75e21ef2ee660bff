import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { add, ref } from '../../test/purchases.fixture.ts'
import { period, readReport, toLines } from '../../test/reports.fixture.ts'

/** Opens a company with a check on two accounts, an invoice, its payment and an estimate. */
async function open() {
  const { company } = openTestCompany()
  await add(company, 'Account', '<Name>Fuel</Name><AccountType>Expense</AccountType>')
  await add(company, 'Account', `<Name>Diesel</Name>${ref('ParentRef', 'Fuel')}<AccountType>Expense</AccountType>`)
  await add(company, 'Customer', '<Name>Smith</Name>')
  await add(company, 'Vendor', '<Name>Forge</Name>')
  const sale = `<SalesOrPurchase>${ref('AccountRef', 'Service Income')}</SalesOrPurchase>`
  await add(company, 'ItemService', `<Name>Advice</Name>${sale}`)
  const expense = (account: string, amount: string, memo: string) =>
    `<ExpenseLineAdd>${ref('AccountRef', account)}<Amount>${amount}</Amount><Memo>${memo}</Memo></ExpenseLineAdd>`
  const check = `${ref('AccountRef', 'Checking')}${ref('PayeeEntityRef', 'Forge')}<RefNumber>7</RefNumber>`
  const expenses = expense('Fuel', '5.00', 'Wood') + expense('Fuel:Diesel', '20.00', 'Truck')
  await add(company, 'Check', `${check}<TxnDate>2026-01-31</TxnDate>${expenses}`)
  const form = (kind: string, date: string, amount: string) =>
    add(
      company,
      kind,
      `${ref('CustomerRef', 'Smith')}<TxnDate>${date}</TxnDate><RefNumber>1</RefNumber><${kind}LineAdd>${ref('ItemRef', 'Advice')}<Amount>${amount}</Amount></${kind}LineAdd>`,
    )
  const invoice = await form('Invoice', '2026-02-02', '80.00')
  await form('Estimate', '2026-02-03', '90.00')
  const applied = `<TxnID>${childText(invoice, 'TxnID')}</TxnID><PaymentAmount>30.00</PaymentAmount>`
  const payment = `${ref('CustomerRef', 'Smith')}<TxnDate>2026-02-20</TxnDate><TotalAmount>30.00</TotalAmount>`
  await add(company, 'ReceivePayment', `${payment}<AppliedToTxnAdd>${applied}</AppliedToTxnAdd>`)
  return { company, invoice }
}

const february = period('2026-02-01', '2026-02-28')

describe('the general ledger', () => {
  it('opens every account with its balance, and closes it with the sum and the balance', async () => {
    const { company } = await open()
    const report = await readReport(company, 'GeneralLedger', february)
    expect(report.titles).toEqual(['', 'Type', 'Date', 'Num', 'Name', 'Memo', 'Split', 'Amount', 'Balance'])
    expect(toLines(report)).toEqual([
      'Data | Checking | -25.00',
      'Subtotal | Total Checking | 0.00 | -25.00',
      'Data | Accounts Receivable | 0.00',
      'Data |  | Invoice | 2026-02-02 | 1 | Smith | Service Income | 80.00 | 80.00',
      'Data |  | Payment | 2026-02-20 | Smith | Undeposited Funds | -30.00 | 50.00',
      'Subtotal | Total Accounts Receivable | 50.00 | 50.00',
      'Data | Undeposited Funds | 0.00',
      'Data |  | Payment | 2026-02-20 | Smith | Accounts Receivable | 30.00 | 30.00',
      'Subtotal | Total Undeposited Funds | 30.00 | 30.00',
      'Data | Service Income | 0.00',
      'Data |  | Invoice | 2026-02-02 | 1 | Smith | Accounts Receivable | -80.00 | -80.00',
      'Subtotal | Total Service Income | -80.00 | -80.00',
      'Data | Fuel | 25.00',
      'Data | Diesel | 20.00',
      'Subtotal | Total Diesel | 0.00 | 20.00',
      'Data | Fuel - Other | 5.00',
      'Subtotal | Total Fuel - Other | 0.00 | 5.00',
      'Subtotal | Total Fuel | 0.00 | 25.00',
      'Total | TOTAL | 0.00 | 0.00',
    ])
    expect(report.rows.filter(({ kind }) => kind === 'DataRow').every(({ record }) => record !== undefined)).toBe(true)
  })

  it('opens a new fiscal year with the profit of the last one in retained earnings', async () => {
    const { company } = await open()
    const report = await readReport(company, 'GeneralLedger', period('2027-01-01', '2027-01-31'))
    expect(toLines(report)).toEqual([
      'Data | Checking | -25.00',
      'Subtotal | Total Checking | 0.00 | -25.00',
      'Data | Accounts Receivable | 50.00',
      'Subtotal | Total Accounts Receivable | 0.00 | 50.00',
      'Data | Undeposited Funds | 30.00',
      'Subtotal | Total Undeposited Funds | 0.00 | 30.00',
      'Data | Owners Equity | -55.00',
      'Subtotal | Total Owners Equity | 0.00 | -55.00',
      'Total | TOTAL | 0.00 | 0.00',
    ])
  })

  it('the general ledger has every account on request', async () => {
    const { company } = await open()
    const report = await readReport(company, 'GeneralLedger', `${february}<IncludeAccounts>All</IncludeAccounts>`)
    expect(toLines(report)).toContain('Data | Equipment Loan | 0.00')
  })
})

describe('profit and loss in detail', () => {
  it('lists the postings of each account with positive income and expenses', async () => {
    const { company } = await open()
    const columns = '<IncludeColumn>TxnType</IncludeColumn><IncludeColumn>Amount</IncludeColumn>'
    const report = await readReport(company, 'ProfitAndLossDetail', columns)
    expect(toLines(report)).toEqual([
      'Text | Ordinary Income/Expense',
      'Text | Income',
      'Text | Service Income',
      'Data |  | Invoice | 80.00',
      'Subtotal | Total Service Income | 80.00',
      'Subtotal | Total Income | 80.00',
      'Subtotal | Gross Profit | 80.00',
      'Text | Expense',
      'Text | Fuel',
      'Text | Diesel',
      'Data |  | Check | 20.00',
      'Subtotal | Total Diesel | 20.00',
      'Text | Fuel - Other',
      'Data |  | Check | 5.00',
      'Subtotal | Total Fuel - Other | 5.00',
      'Subtotal | Total Fuel | 25.00',
      'Subtotal | Total Expense | 25.00',
      'Subtotal | Net Ordinary Income | 55.00',
      'Total | Net Income | 55.00',
    ])
  })
})

describe('the journal', () => {
  it('shows type, date and number on the first line of a transaction, and the sums after the last', async () => {
    const { company } = await open()
    const report = await readReport(company, 'Journal', period('2026-01-01', '2026-01-31'))
    expect(report.rows.map(({ kind, label, cells }) => ({ kind, label, ...cells }))).toEqual([
      {
        kind: 'DataRow',
        'Trans #': '1',
        Type: 'Check',
        Date: '2026-01-31',
        Num: '7',
        Name: 'Forge',
        Account: 'Checking',
        Credit: '25.00',
      },
      { kind: 'DataRow', Name: 'Forge', Memo: 'Wood', Account: 'Fuel', Debit: '5.00' },
      { kind: 'DataRow', Name: 'Forge', Memo: 'Truck', Account: 'Fuel:Diesel', Debit: '20.00' },
      { kind: 'SubtotalRow', Debit: '25.00', Credit: '25.00' },
      { kind: 'TotalRow', label: 'TOTAL', Debit: '25.00', Credit: '25.00' },
    ])
  })
})

describe('the list of transactions by date', () => {
  it('the list of transactions by date has one row for each transaction, those without postings included', async () => {
    const { company } = await open()
    const report = await readReport(company, 'TxnListByDate')
    expect(toLines(report)).toEqual([
      'Data |  | Check | 2026-01-31 | 7 | Forge | Checking | -SPLIT- | -25.00',
      'Data |  | Invoice | 2026-02-02 | 1 | Smith | Accounts Receivable | Service Income | 80.00',
      'Data |  | Estimate | 2026-02-03 | 1 | Smith | Estimates | 90.00',
      'Data |  | Payment | 2026-02-20 | Smith | Undeposited Funds | Accounts Receivable | 30.00',
    ])
  })

  it('the list of transactions by date has only transactions with postings, or without them, on request', async () => {
    const { company } = await open()
    const getTypes = async (status: string) => {
      const filter = `<ReportPostingStatusFilter>${status}</ReportPostingStatusFilter>`
      return (await readReport(company, 'TxnListByDate', filter)).rows.map(({ cells }) => cells.Type)
    }
    expect(await getTypes('Posting')).toEqual(['Check', 'Invoice', 'Payment'])
    expect(await getTypes('NonPosting')).toEqual(['Estimate'])
  })

  it('identifies transactions by TxnID', async () => {
    const { company, invoice } = await open()
    const filter = '<ReportTxnTypeFilter><TxnTypeFilter>Invoice</TxnTypeFilter></ReportTxnTypeFilter>'
    const report = await readReport(company, 'TxnListByDate', `${filter}<IncludeColumn>TxnID</IncludeColumn>`)
    expect(report.rows.map(({ cells }) => cells['Trans ID'])).toEqual([childText(invoice, 'TxnID')])
  })
})

describe('the balance of a customer in detail', () => {
  it('lists what was owed and paid, with the running balance and what is open', async () => {
    const { company } = await open()
    const columns = ['TxnType', 'Amount', 'OpenBalance', 'RunningBalance']
    const options = columns.map((name) => `<IncludeColumn>${name}</IncludeColumn>`).join('')
    expect(toLines(await readReport(company, 'CustomerBalanceDetail', options))).toEqual([
      'Text | Smith',
      'Data |  | Invoice | 80.00 | 50.00 | 80.00',
      'Data |  | Payment | -30.00 | 0.00 | 50.00',
      'Subtotal | Total Smith | 50.00 | 50.00 | 50.00',
      'Total | TOTAL | 50.00 | 50.00 | 50.00',
    ])
  })
})
