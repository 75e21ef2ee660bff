import type { Registry } from '../entities/index.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { toClientId } from '../table/merged-ids.ts'

/** The entities that QuickBooks Online has events for, and this service has records of. */
const reported: ReadonlySet<string> = new Set([
  'Account',
  'Bill',
  'BillPayment',
  'Class',
  'CreditMemo',
  'Customer',
  'Department',
  'Deposit',
  'Employee',
  'Estimate',
  'Invoice',
  'Item',
  'JournalEntry',
  'Payment',
  'PaymentMethod',
  'Purchase',
  'PurchaseOrder',
  'RefundReceipt',
  'SalesReceipt',
  'Term',
  'TimeActivity',
  'Transfer',
  'Vendor',
  'VendorCredit',
])

/** Those with an event for a void. */
const voidable: ReadonlySet<string> = new Set([
  'BillPayment',
  'CreditMemo',
  'Invoice',
  'Payment',
  'Purchase',
  'RefundReceipt',
  'SalesReceipt',
  'Transfer',
])

/** Returns the operation that an entity's events have. */
export function toReportedOperation<Operation extends string>(
  entity: string,
  operation: Operation,
): Operation | 'update' {
  return operation === 'void' && !voidable.has(entity) ? 'update' : operation
}

/** A record's entity and ID as clients know them. */
export interface ReportedRecord {
  readonly entity: string
  readonly recordId: string
}

/** The desktop types whose changes are reported. */
export interface ReportedTypes {
  /** The tables of the reported entities. */
  readonly tables: readonly EntityTable[]
  /** Returns what clients know a desktop record as: none, one, or two where classes are departments. */
  find(type: string, id: string): readonly ReportedRecord[]
}

const cached = new WeakMap<Registry, ReportedTypes>()

/** Returns the types of a company file's entities. */
export function findReportedTypes(entities: Registry): ReportedTypes {
  const known = cached.get(entities)
  if (known !== undefined) return known
  const tables = Object.values(entities).flatMap((entity) =>
    entity.kind === 'built' && reported.has(entity.table.name) ? [entity.table] : [],
  )
  const tablesByType = new Map<string, EntityTable[]>()
  for (const table of tables) {
    for (const { desktop } of table.variants) {
      tablesByType.set(desktop, [...(tablesByType.get(desktop) ?? []), table])
    }
  }
  const types: ReportedTypes = {
    tables,
    find: (type, id) =>
      (tablesByType.get(type) ?? []).map((table) => ({ entity: table.name, recordId: toClientId(table, type, id) })),
  }
  cached.set(entities, types)
  return types
}
