import type { ChangeOperation } from '@bridge/database'

/** An operation's names in the two formats. `void` has no `-ed`, and the same spelling as in QuickBooks Online. */
const operationNames = {
  create: { type: 'created', legacy: 'Create' },
  update: { type: 'updated', legacy: 'Update' },
  delete: { type: 'deleted', legacy: 'Delete' },
  merge: { type: 'merged', legacy: 'Merge' },
  void: { type: 'void', legacy: 'Void' },
} as const satisfies Readonly<Record<ChangeOperation, unknown>>

const list = ['create', 'update', 'delete', 'merge'] as const
const withoutDeletion = ['create', 'update', 'merge'] as const
const unmerged = ['create', 'update'] as const
const transaction = ['create', 'update', 'delete'] as const
const voidable = [...transaction, 'void'] as const

/**
 * The operations with an event in QuickBooks Online, by entity. Emails are missing, because QuickBooks Desktop does not
 * report them.
 */
const eventOperations: Readonly<Record<string, readonly ChangeOperation[]>> = {
  Account: list,
  Customer: list,
  Item: list,
  Vendor: list,
  Employee: list,
  Class: list,
  Department: withoutDeletion,
  PaymentMethod: withoutDeletion,
  Term: unmerged,
  TaxAgency: unmerged,
  Preferences: ['update'],
  CompanyCurrency: transaction,
  Invoice: voidable,
  Payment: voidable,
  SalesReceipt: voidable,
  CreditMemo: voidable,
  RefundReceipt: voidable,
  Estimate: transaction,
  PurchaseOrder: transaction,
  BillPayment: voidable,
  Purchase: voidable,
  Transfer: voidable,
  Bill: transaction,
  VendorCredit: transaction,
  Deposit: transaction,
  JournalEntry: transaction,
  TimeActivity: transaction,
}

/** Returns an event's name, such as `invoice.updated`. */
export function toEventName(entity: string, operation: ChangeOperation): string {
  return `${entity.toLowerCase()}.${operationNames[operation].type}`
}

/** Returns an operation's name in the legacy format. */
export function toLegacyOperation(operation: ChangeOperation): string {
  return operationNames[operation].legacy
}

interface Event {
  /** QBO's name: `Invoice`. */
  readonly entity: string
  readonly operation: ChangeOperation
}

const events: ReadonlyMap<string, Event> = new Map(
  Object.entries(eventOperations).flatMap(([entity, operations]) =>
    operations.map((operation) => [toEventName(entity, operation), { entity, operation }] as const),
  ),
)

/** Every event's name, in table order. */
export const eventNames: readonly string[] = [...events.keys()]

/** Returns what an event is about. Throws for a name that no event has. */
export function findEvent(name: string): Event {
  const event = events.get(name)
  if (event === undefined) throw new Error(`There is no event ${name}.`)
  return event
}

/** Returns whether a webhook reports a change. An empty list selects every event. */
export function isReported({ entity, operation }: Event, wanted: readonly string[]): boolean {
  const name = toEventName(entity, operation)
  return events.has(name) && (wanted.length === 0 || wanted.includes(name))
}
