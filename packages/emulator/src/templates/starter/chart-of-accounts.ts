import { listKinds } from '../../books/list-kinds.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { add } from './add.ts'

interface AccountRow {
  readonly name: string
  readonly type: string
  readonly special?: string
  readonly description?: string
}

/** A small service business's accounts; QuickBooks creates those with a special type. */
const chart: readonly AccountRow[] = [
  row('Checking', 'Bank'),
  row('Savings', 'Bank'),
  row('Petty Cash', 'Bank', 'PettyCash'),
  row(
    'Accounts Receivable',
    'AccountsReceivable',
    'AccountsReceivable',
    'Unpaid or unapplied customer invoices and credits',
  ),
  row('Undeposited Funds', 'OtherCurrentAsset', 'UndepositedFunds', 'Funds received, but not yet deposited'),
  row('Inventory Asset', 'OtherCurrentAsset', 'InventoryAssets', 'Cost of the goods on hand'),
  row('Prepaid Insurance', 'OtherCurrentAsset'),
  row('Furniture and Equipment', 'FixedAsset'),
  row('Accumulated Depreciation', 'FixedAsset'),
  row('Security Deposits Asset', 'OtherAsset'),
  row('Accounts Payable', 'AccountsPayable', 'AccountsPayable', 'Unpaid or unapplied vendor bills or credits'),
  row('Company Credit Card', 'CreditCard'),
  row('Payroll Liabilities', 'OtherCurrentLiability', 'PayrollLiabilities'),
  row('Sales Tax Payable', 'OtherCurrentLiability', 'SalesTaxPayable', 'Unpaid sales taxes'),
  row('Equipment Loan', 'LongTermLiability'),
  row('Opening Balance Equity', 'Equity', 'OpeningBalanceEquity'),
  row('Owners Draw', 'Equity'),
  row('Owners Equity', 'Equity', 'RetainedEarnings'),
  row('Service Income', 'Income'),
  row('Consulting Income', 'Income'),
  row('Product Income', 'Income'),
  row('Shipping Income', 'Income'),
  row('Discounts Given', 'Income'),
  row('Reimbursed Expenses', 'Income'),
  row('Uncategorized Income', 'Income', 'UncategorizedIncome'),
  row('Cost of Goods Sold', 'CostOfGoodsSold', 'CostOfGoodsSold'),
  row('Subcontractors', 'CostOfGoodsSold'),
  row('Inventory Adjustments', 'CostOfGoodsSold'),
  row('Advertising', 'Expense'),
  row('Bank Service Charges', 'Expense'),
  row('Computer and Internet', 'Expense'),
  row('Depreciation', 'Expense'),
  row('Insurance', 'Expense'),
  row('Office Supplies', 'Expense'),
  row('Payroll Expenses', 'Expense', 'PayrollExpenses'),
  row('Professional Fees', 'Expense'),
  row('Rent', 'Expense'),
  row('Repairs and Maintenance', 'Expense'),
  row('Shipping and Postage', 'Expense'),
  row('Travel', 'Expense'),
  row('Utilities', 'Expense'),
  row('Uncategorized Expenses', 'Expense', 'UncategorizedExpenses'),
  row('Interest Income', 'OtherIncome'),
  row('Interest Expense', 'OtherExpense'),
  row('Ask My Accountant', 'OtherExpense'),
]

function row(name: string, type: string, special?: string, description?: string): AccountRow {
  return {
    name,
    type,
    ...(special === undefined ? {} : { special }),
    ...(description === undefined ? {} : { description }),
  }
}

/** QuickBooks' built-in non-posting accounts, which no request can add. */
const nonPosting: readonly AccountRow[] = [
  row('Estimates', 'NonPosting', 'Estimates'),
  row('Purchase Orders', 'NonPosting', 'PurchaseOrders'),
]

/** Adds the accounts, and sets the special types QuickBooks posts to automatically. */
export function addChartOfAccounts(context: RequestContext): void {
  for (const account of chart) addAccount(context, account, account.type)
  for (const account of nonPosting) addAccount(context, account, 'Expense')
}

function addAccount(context: RequestContext, account: AccountRow, addedAs: string): void {
  const { lists } = context.books
  const { name, type, special, description } = account
  const id = add(context, 'Account', {
    Name: name,
    AccountType: addedAs,
    ...(description ? { Desc: description } : {}),
  })
  const record = lists.byId(listKinds.get('Account')?.family ?? '', id)
  if (record === undefined || special === undefined) return
  context.books.putRecord({ ...record, fields: { ...record.fields, AccountType: type, SpecialAccountType: special } })
}
