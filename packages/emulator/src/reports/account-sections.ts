/** A report section by accounts. One without types and parts sums the sections before it. */
export interface AccountSection {
  /** The text that opens the section; absent for one that is only a sum. */
  readonly heading?: string
  /** The sum's text. */
  readonly closing: string
  readonly isTotal?: boolean
  /** -1 shows credits as positive amounts. */
  readonly sign: 1 | -1
  /** The section's account types. */
  readonly types?: readonly string[]
  /** Whether the fiscal year's profit is the section's last row. */
  readonly hasNetIncome?: boolean
  readonly parts?: readonly AccountSection[]
}

/** The balance sheet's sections. */
export const balanceSheetSections: readonly AccountSection[] = [
  {
    heading: 'ASSETS',
    closing: 'TOTAL ASSETS',
    isTotal: true,
    sign: 1,
    parts: [
      {
        heading: 'Current Assets',
        closing: 'Total Current Assets',
        sign: 1,
        parts: [
          accounts('Checking/Savings', 'Bank', 1),
          accounts('Accounts Receivable', 'AccountsReceivable', 1),
          accounts('Other Current Assets', 'OtherCurrentAsset', 1),
        ],
      },
      accounts('Fixed Assets', 'FixedAsset', 1),
      accounts('Other Assets', 'OtherAsset', 1),
    ],
  },
  {
    heading: 'LIABILITIES & EQUITY',
    closing: 'TOTAL LIABILITIES & EQUITY',
    isTotal: true,
    sign: -1,
    parts: [
      {
        heading: 'Liabilities',
        closing: 'Total Liabilities',
        sign: -1,
        parts: [
          {
            heading: 'Current Liabilities',
            closing: 'Total Current Liabilities',
            sign: -1,
            parts: [
              accounts('Accounts Payable', 'AccountsPayable', -1),
              accounts('Credit Cards', 'CreditCard', -1),
              accounts('Other Current Liabilities', 'OtherCurrentLiability', -1),
            ],
          },
          accounts('Long Term Liabilities', 'LongTermLiability', -1),
        ],
      },
      { ...accounts('Equity', 'Equity', -1), hasNetIncome: true },
    ],
  },
]

export const profitAndLossSections: readonly AccountSection[] = [
  {
    closing: 'Net Income',
    isTotal: true,
    sign: -1,
    parts: [
      {
        heading: 'Ordinary Income/Expense',
        closing: 'Net Ordinary Income',
        sign: -1,
        parts: [
          accounts('Income', 'Income', -1),
          { ...accounts('Cost of Goods Sold', 'CostOfGoodsSold', 1), closing: 'Total COGS' },
          { closing: 'Gross Profit', sign: -1 },
          accounts('Expense', 'Expense', 1),
        ],
      },
      {
        heading: 'Other Income/Expense',
        closing: 'Net Other Income',
        sign: -1,
        parts: [accounts('Other Income', 'OtherIncome', -1), accounts('Other Expense', 'OtherExpense', 1)],
      },
    ],
  },
]

function accounts(heading: string, type: string, sign: 1 | -1): AccountSection {
  return { heading, closing: `Total ${heading}`, sign, types: [type] }
}
