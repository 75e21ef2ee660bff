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
  ),
  ...planned(
    'TaxPayment',
    'QuickBooks Desktop pays sales tax with checks of a separate kind, which this service does not support yet: pay it in QuickBooks Desktop',
  ),
  ...gap('Budget', 'QuickBooks Desktop shows budgets only in reports'),
  ...gap('Department', 'QuickBooks Desktop has classes, but no departments'),
  ...gap('Attachable', 'QuickBooks Desktop does not give integrations access to attached documents'),
  ...gap('Tag', 'QuickBooks Desktop has no tags'),
})

function built(...tables: readonly EntityTable[]): Registry {
  return Object.fromEntries(tables.map((table) => [table.name, { kind: 'built', table }]))
}

function planned(name: string, reason: string): Registry {
  return {
    [name]: { kind: 'refused', name, state: 'planned', reason },
  }
}

function gap(name: string, reason: string): Registry {
  return { [name]: { kind: 'refused', name, state: 'gap', reason } }
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
