import type { EntityTable } from '../table/entity-table.ts'
import { Account } from './account.ts'
import { Bill } from './bill.ts'
import { BillPayment } from './bill-payment.ts'
import { Class } from './class.ts'
import { CompanyCurrency } from './company-currency.ts'
import { CompanyInfo } from './company-info.ts'
import { CreditMemo } from './credit-memo.ts'
import { Customer } from './customer.ts'
import { CustomerType } from './customer-type.ts'
import { Deposit } from './deposit.ts'
import { Employee } from './employee.ts'
import { Estimate } from './estimate.ts'
import { ExchangeRate } from './exchange-rate.ts'
import { InventoryAdjustment } from './inventory-adjustment.ts'
import { Invoice } from './invoice.ts'
import { Item } from './item.ts'
import { JournalEntry } from './journal-entry.ts'
import { Payment } from './payment.ts'
import { PaymentMethod } from './payment-method.ts'
import { Preferences } from './preferences.ts'
import { Purchase } from './purchase.ts'
import { PurchaseOrder } from './purchase-order.ts'
import { RefundReceipt } from './refund-receipt.ts'
import { SalesReceipt } from './sales-receipt.ts'
import { TaxAgency } from './tax-agency.ts'
import { TaxCode } from './tax-code.ts'
import { TaxRate } from './tax-rate.ts'
import { Term } from './term.ts'
import { TimeActivity } from './time-activity.ts'
import { Transfer } from './transfer.ts'
import { Vendor } from './vendor.ts'
import { VendorCredit } from './vendor-credit.ts'
import { VendorType } from './vendor-type.ts'

/** A QBO entity refused with `UNSUPPORTED_BY_DESKTOP` and this reason. */
export interface RefusedEntity {
  readonly kind: 'refused'
  readonly name: string
  readonly state: 'gap' | 'planned'
  readonly reason: string
  /** What a client sends instead, as a sentence. */
  readonly instead: string
}

/** An entity's table, or why it has none. */
export type FoundEntity = { readonly kind: 'built'; readonly table: EntityTable } | RefusedEntity

/** Entities by canonical name. */
export type Registry = Readonly<Record<string, FoundEntity>>

/** The entities of [dp-1.5]. */
export const registry: Registry = Object.freeze({
  ...built(Customer, Account, Item, Invoice, SalesReceipt, Estimate, CreditMemo, CompanyInfo, Preferences),
  ...built(Vendor, Bill, BillPayment, VendorCredit, PurchaseOrder, Purchase, JournalEntry, Deposit, Transfer),
  ...built(Employee, Class, Term, PaymentMethod, CustomerType, VendorType),
  ...built(TimeActivity, InventoryAdjustment),
  ...built(TaxCode, TaxRate, TaxAgency, CompanyCurrency, ExchangeRate),
  ...built(Payment, RefundReceipt),
  ...planned(
    'CreditCardPayment',
    'QuickBooks Desktop pays a card with a check or a transfer to its account; use Purchase with PaymentType Check, or Transfer',
    'Create a Purchase with PaymentType Check whose line names the card account, or a Transfer to it.',
  ),
  ...planned(
    'TaxPayment',
    'QuickBooks Desktop pays sales tax with checks of a separate kind, which this service does not support yet: pay it in QuickBooks Desktop',
    'Pay the tax in QuickBooks Desktop, under Vendors, Sales Tax, Pay Sales Tax.',
  ),
  ...gap(
    'Budget',
    'QuickBooks Desktop shows budgets only in reports',
    'Keep the budget in your app, and compare it with the reports ProfitAndLoss and BalanceSheet.',
  ),
  ...gap(
    'Department',
    'QuickBooks Desktop has classes, but no departments',
    'Create a Class and send ClassRef, or turn on the company file’s setting that uses classes as departments.',
  ),
  ...gap(
    'Attachable',
    'QuickBooks Desktop does not give integrations access to attached documents',
    'Store the document in your app, and put its address into PrivateNote of the transaction.',
  ),
  ...gap('Tag', 'QuickBooks Desktop has no tags', 'Create a Class and send ClassRef, or put the tag into PrivateNote.'),
})

function built(...tables: readonly EntityTable[]): Registry {
  return Object.fromEntries(tables.map((table) => [table.name, { kind: 'built', table }]))
}

function planned(name: string, reason: string, instead: string): Registry {
  return { [name]: { kind: 'refused', name, state: 'planned', reason, instead } }
}

function gap(name: string, reason: string, instead: string): Registry {
  return { [name]: { kind: 'refused', name, state: 'gap', reason, instead } }
}

const lowerCaseNames = new WeakMap<Registry, ReadonlyMap<string, FoundEntity>>()

/** Finds an entity by name in any case; undefined for an unknown name (`NOT_FOUND`). */
export function findEntity(name: string, entities: Registry = registry): FoundEntity | undefined {
  let byName = lowerCaseNames.get(entities)
  if (byName === undefined) {
    byName = new Map(Object.entries(entities).map(([canonical, found]) => [canonical.toLowerCase(), found]))
    lowerCaseNames.set(entities, byName)
  }
  return byName.get(name.toLowerCase())
}
