/** The account types as the chart of accounts sorts them. */
export const accountTypes = [
  'Bank',
  'AccountsReceivable',
  'OtherCurrentAsset',
  'FixedAsset',
  'OtherAsset',
  'AccountsPayable',
  'CreditCard',
  'OtherCurrentLiability',
  'LongTermLiability',
  'Equity',
  'Income',
  'CostOfGoodsSold',
  'Expense',
  'OtherIncome',
  'OtherExpense',
  'NonPosting',
] as const

const profitAndLossTypes: ReadonlySet<string> = new Set([
  'Income',
  'CostOfGoodsSold',
  'Expense',
  'OtherIncome',
  'OtherExpense',
])

/** Whether accounts with this type count to a period's profit, and begin every fiscal year with zero. */
export function isProfitAndLoss(type: string): boolean {
  return profitAndLossTypes.has(type)
}
