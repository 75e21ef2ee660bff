import type { Choice } from '../table/traits.ts'

interface AccountType {
  /** The client-side name, with spaces. */
  readonly client: string
  readonly classification?: 'Asset' | 'Liability' | 'Equity' | 'Revenue' | 'Expense'
  /** Sub-types accepted from clients. QuickBooks has no sub-types; reads return the first. */
  readonly subTypes: readonly string[]
}

/** The desktop's sixteen account types. */
export const accountTypes: Readonly<Record<string, AccountType>> = {
  Bank: {
    client: 'Bank',
    classification: 'Asset',
    subTypes: ['Checking', 'CashOnHand', 'MoneyMarket', 'RentsHeldInTrust', 'Savings', 'TrustAccounts'],
  },
  AccountsReceivable: { client: 'Accounts Receivable', classification: 'Asset', subTypes: ['AccountsReceivable'] },
  OtherCurrentAsset: {
    client: 'Other Current Asset',
    classification: 'Asset',
    subTypes: [
      'OtherCurrentAssets',
      'AllowanceForBadDebts',
      'DevelopmentCosts',
      'EmployeeCashAdvances',
      'Inventory',
      'Investment_MortgageRealEstateLoans',
      'Investment_Other',
      'Investment_TaxExemptSecurities',
      'Investment_USGovernmentObligations',
      'LoansToOfficers',
      'LoansToOthers',
      'LoansToStockholders',
      'PrepaidExpenses',
      'Retainage',
      'UndepositedFunds',
    ],
  },
  FixedAsset: {
    client: 'Fixed Asset',
    classification: 'Asset',
    subTypes: [
      'OtherFixedAssets',
      'AccumulatedAmortization',
      'AccumulatedDepletion',
      'AccumulatedDepreciation',
      'Buildings',
      'DepletableAssets',
      'FurnitureAndFixtures',
      'IntangibleAssets',
      'Land',
      'LeaseholdImprovements',
      'MachineryAndEquipment',
      'Vehicles',
    ],
  },
  OtherAsset: {
    client: 'Other Asset',
    classification: 'Asset',
    subTypes: [
      'OtherLongTermAssets',
      'AccumulatedAmortizationOfOtherAssets',
      'Goodwill',
      'LeaseBuyout',
      'Licenses',
      'OrganizationalCosts',
      'SecurityDeposits',
    ],
  },
  AccountsPayable: { client: 'Accounts Payable', classification: 'Liability', subTypes: ['AccountsPayable'] },
  CreditCard: { client: 'Credit Card', classification: 'Liability', subTypes: ['CreditCard'] },
  OtherCurrentLiability: {
    client: 'Other Current Liability',
    classification: 'Liability',
    subTypes: [
      'OtherCurrentLiabilities',
      'DirectDepositPayable',
      'FederalIncomeTaxPayable',
      'GlobalTaxPayable',
      'GlobalTaxSuspense',
      'InsurancePayable',
      'LineOfCredit',
      'LoanPayable',
      'PayrollClearing',
      'PayrollTaxPayable',
      'PrepaidExpensesPayable',
      'RentsInTrustLiability',
      'SalesTaxPayable',
      'StateLocalIncomeTaxPayable',
      'TrustAccountsLiabilities',
    ],
  },
  LongTermLiability: {
    client: 'Long Term Liability',
    classification: 'Liability',
    subTypes: ['OtherLongTermLiabilities', 'NotesPayable', 'ShareholderNotesPayable'],
  },
  Equity: {
    client: 'Equity',
    classification: 'Equity',
    subTypes: [
      'OwnersEquity',
      'AccumulatedAdjustment',
      'CommonStock',
      'OpeningBalanceEquity',
      'PaidInCapitalOrSurplus',
      'PartnerContributions',
      'PartnerDistributions',
      'PartnersEquity',
      'PreferredStock',
      'RetainedEarnings',
      'TreasuryStock',
    ],
  },
  Income: {
    client: 'Income',
    classification: 'Revenue',
    subTypes: [
      'SalesOfProductIncome',
      'DiscountsRefundsGiven',
      'NonProfitIncome',
      'OtherPrimaryIncome',
      'ServiceFeeIncome',
      'UnappliedCashPaymentIncome',
    ],
  },
  CostOfGoodsSold: {
    client: 'Cost of Goods Sold',
    classification: 'Expense',
    subTypes: [
      'SuppliesMaterialsCogs',
      'CostOfLaborCos',
      'EquipmentRentalCos',
      'OtherCostsOfServiceCos',
      'ShippingFreightDeliveryCos',
    ],
  },
  Expense: {
    client: 'Expense',
    classification: 'Expense',
    subTypes: [
      'OtherMiscellaneousServiceCost',
      'AdvertisingPromotional',
      'Auto',
      'BadDebts',
      'BankCharges',
      'CharitableContributions',
      'CostOfLabor',
      'DuesSubscriptions',
      'Entertainment',
      'EntertainmentMeals',
      'EquipmentRental',
      'FinanceCosts',
      'GlobalTaxExpense',
      'Insurance',
      'InterestPaid',
      'LegalProfessionalFees',
      'OfficeGeneralAdministrativeExpenses',
      'PayrollExpenses',
      'PromotionalMeals',
      'RentOrLeaseOfBuildings',
      'RepairMaintenance',
      'ShippingFreightDelivery',
      'SuppliesMaterials',
      'TaxesPaid',
      'Travel',
      'TravelMeals',
      'UnappliedCashBillPaymentExpense',
      'Utilities',
    ],
  },
  OtherIncome: {
    client: 'Other Income',
    classification: 'Revenue',
    subTypes: [
      'OtherMiscellaneousIncome',
      'DividendIncome',
      'InterestEarned',
      'OtherInvestmentIncome',
      'TaxExemptInterest',
    ],
  },
  OtherExpense: {
    client: 'Other Expense',
    classification: 'Expense',
    subTypes: [
      'OtherMiscellaneousExpense',
      'Amortization',
      'Depreciation',
      'ExchangeGainOrLoss',
      'PenaltiesSettlements',
    ],
  },
  NonPosting: { client: 'Non-Posting', subTypes: [] },
}

/** Sub-types for special accounts, more specific than their types'. */
const subTypeOfSpecial: Readonly<Record<string, string>> = {
  CondenseItemAdjustmentExpenses: 'SuppliesMaterialsCogs',
  DirectDepositLiabilities: 'DirectDepositPayable',
  ExchangeGainLoss: 'ExchangeGainOrLoss',
  InventoryAssets: 'Inventory',
  OpeningBalanceEquity: 'OpeningBalanceEquity',
  PayrollExpenses: 'PayrollExpenses',
  PayrollLiabilities: 'PayrollTaxPayable',
  PettyCash: 'CashOnHand',
  RetainedEarnings: 'RetainedEarnings',
  SalesTaxPayable: 'SalesTaxPayable',
  UndepositedFunds: 'UndepositedFunds',
}

/** Returns an account's `AccountSubType`: from its special role if it has one, else from its type. */
export function getSubType(type: string, special: string | undefined): string | undefined {
  const subTypes = accountTypes[type]?.subTypes ?? []
  const suggested = special === undefined ? undefined : subTypeOfSpecial[special]
  return suggested !== undefined && subTypes.includes(suggested) ? suggested : subTypes[0]
}

/** Finds the desktop type for a sub-type in any case. */
export function findType(subType: string): string | undefined {
  const name = subType.toLowerCase()
  return Object.keys(accountTypes).find((type) =>
    accountTypes[type]?.subTypes.some((each) => each.toLowerCase() === name),
  )
}

/** `AccountType` on both sides. Only QuickBooks creates non-posting accounts. */
export const accountTypeChoices: readonly Choice[] = Object.entries(accountTypes).map(([desktop, { client }]) => ({
  client,
  desktop,
  ...(desktop === 'NonPosting' && { writes: false }),
}))
