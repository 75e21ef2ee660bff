/** Where an account's total belongs, and which side increases it. */
export type AccountKind = 'asset' | 'receivable' | 'payable' | 'liability' | 'equity' | 'income' | 'cogs' | 'expense'

/** The accounts of a new company file that the month uses. */
export const accounts = {
  Checking: 'asset',
  Savings: 'asset',
  'Undeposited Funds': 'asset',
  'Inventory Asset': 'asset',
  'Accumulated Depreciation': 'asset',
  'Accounts Receivable': 'receivable',
  'Accounts Payable': 'payable',
  'Company Credit Card': 'liability',
  'Opening Balance Equity': 'equity',
  'Consulting Income': 'income',
  'Product Income': 'income',
  'Cost of Goods Sold': 'cogs',
  'Inventory Adjustments': 'cogs',
  Subcontractors: 'cogs',
  'Bank Service Charges': 'expense',
  Depreciation: 'expense',
  'Office Supplies': 'expense',
  Rent: 'expense',
  Travel: 'expense',
  Utilities: 'expense',
} as const satisfies Readonly<Record<string, AccountKind>>

export type AccountName = keyof typeof accounts

export const accountNames = Object.keys(accounts) as readonly AccountName[]

export function isProfitAndLoss(account: AccountName): boolean {
  return ['income', 'cogs', 'expense'].includes(accounts[account])
}

/** Returns whether credits increase an account. */
export function isCreditAccount(account: AccountName): boolean {
  return ['payable', 'liability', 'equity', 'income'].includes(accounts[account])
}

export const customers = ['Jones', 'Smith', 'Baker'] as const
export const vendors = ['Forge', 'Landlord', 'City Power'] as const
export const items = ['Advice', 'Bolt'] as const

export type CustomerName = (typeof customers)[number]
export type VendorName = (typeof vendors)[number]
export type ItemName = (typeof items)[number]

/** The price of every bolt bought, in cents, so its average cost is certain. */
export const boltCost = 200
