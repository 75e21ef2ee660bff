import { describeEntity, type EntityTable } from '@bridge/translation'

/** Fields naming a record, in column order. */
const summaryFields = [
  ...['Id', 'DocNumber', 'DisplayName', 'FullyQualifiedName', 'Name', 'TxnDate', 'DueDate'],
  ...['CustomerRef', 'VendorRef', 'EntityRef', 'APAccountRef', 'AccountRef', 'EmployeeRef', 'ItemRef'],
  ...['AccountType', 'Type', 'PaymentType', 'TxnStatus', 'POStatus'],
  ...['TotalAmt', 'Amount', 'Balance', 'CurrentBalance', 'UnappliedAmt', 'UnitPrice', 'QtyOnHand', 'Hours', 'Minutes'],
  ...['Active'],
]

/** Returns an entity's columns for a list. */
export function getDefaultColumns(table: EntityTable): readonly string[] {
  const readable = new Set(
    describeEntity(table)
      .variants.flatMap(({ fields }) => fields)
      .filter(({ access }) => !['refused', 'ignored', 'write-only', 'borrowed'].includes(access))
      .map(({ path }) => path),
  )
  return summaryFields.filter((field) => readable.has(field))
}
