/** The account types in the order of the chart of accounts. */
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

/** Returns whether accounts of a type count to the profit of a period, and begin every fiscal year with zero. */
export function isProfitAndLoss(type: string): boolean {
  return profitAndLossTypes.has(type)
}
