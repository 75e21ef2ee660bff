import type { EntityTable, Operation } from '../table/entity-table.ts'

type MissingOperation = Exclude<Operation, 'read' | 'query'>
type Alternatives = Readonly<Partial<Record<MissingOperation, string>>>

const deactivate = 'Send an update with Active false.'
const inCompany = 'Change it in QuickBooks Desktop, under Company, My Company.'
const inPreferences = 'Change it in QuickBooks Desktop, under Edit, Preferences.'
const inTaxItems = 'Create or change the sales tax item in QuickBooks Desktop, under Lists, Item List.'
const inTaxVendors = 'Create or change the Vendor, and name it in a sales tax item in QuickBooks Desktop.'
const inRates = 'Set the rate in QuickBooks Desktop, under Lists, Currency List.'
const inProfiles = 'Create or rename the type in QuickBooks Desktop, under Lists, Customer & Vendor Profile Lists.'
const deleteIt = 'Delete the record instead.'
const reverse = 'Create one with the opposite amounts, or delete it in QuickBooks Desktop.'

function always(text: string): Alternatives {
  return { create: text, update: text, delete: text, void: text }
}

/** The sentences on missing operations, by entity: what to do instead. */
const alternatives: Readonly<Record<string, Alternatives>> = {
  CompanyInfo: always(inCompany),
  Preferences: always(inPreferences),
  TaxCode: always(inTaxItems),
  TaxRate: always(inTaxItems),
  TaxAgency: always(inTaxVendors),
  ExchangeRate: always(inRates),
  CustomerType: always(inProfiles),
  VendorType: always(inProfiles),
  Term: { update: 'Create another Term, and make this one inactive in QuickBooks Desktop.' },
  PaymentMethod: { update: 'Create another PaymentMethod, and make this one inactive in QuickBooks Desktop.' },
  Estimate: { void: 'Send an update with TxnStatus Closed, or delete the record.' },
  CreditMemo: {
    delete: 'Send an update with a smaller Amount on each line, or delete it in QuickBooks Desktop.',
    void: 'Create an Invoice with the same lines to use it up, or void it in QuickBooks Desktop.',
  },
  Bill: { void: 'Delete the record, or create a VendorCredit with the same lines.' },
  BillPayment: { delete: 'Void the record: send it with include=void.' },
  Purchase: { delete: 'Void the record: send it with include=void.' },
  VendorCredit: {
    delete: 'Create a Bill with the same lines to use it up, or delete it in QuickBooks Desktop.',
    void: 'Create a Bill with the same lines to use it up, or void it in QuickBooks Desktop.',
  },
  PurchaseOrder: { delete: 'Send an update with POStatus Closed.', void: 'Send an update with POStatus Closed.' },
  JournalEntry: { delete: reverse, void: reverse },
  Deposit: { delete: reverse, void: reverse },
  Transfer: { delete: 'Create a Transfer in the other direction.', void: 'Create a Transfer in the other direction.' },
  TimeActivity: { void: deleteIt },
  InventoryAdjustment: { void: deleteIt },
  Payment: { void: deleteIt },
  RefundReceipt: {
    update: 'Delete the refund in QuickBooks Desktop, and create another one.',
    delete: 'Create an Invoice for the amount, or delete the refund in QuickBooks Desktop.',
    void: 'Create an Invoice for the amount, or void the refund in QuickBooks Desktop.',
  },
}

/** Returns what a client does instead of an operation; undefined for one that the entity has. */
export function findInsteadOf({ name, kind, can }: EntityTable, operation: string): string | undefined {
  const missing = (['create', 'update', 'delete', 'void'] as const).find((each) => each === operation)
  if (missing === undefined || can.includes(missing)) return undefined
  return alternatives[name]?.[missing] ?? (kind === 'list' && missing !== 'create' ? deactivate : undefined)
}
