import type { FaultRow } from './fault-row.ts'

/** Codes for what QuickBooks Desktop cannot say (specification, section 7.1). */
export const translationFaults = {
  UNSUPPORTED_BY_DESKTOP: {
    status: 422,
    alsoStatus: [400],
    message: 'Not supported by QuickBooks Desktop',
    when: 'A field, line type, item type, operation or entity has no equivalent in QuickBooks Desktop, or is not available in this service yet. A void of an entity that cannot be voided answers 400.',
    causes: [
      'The request uses a feature that QuickBooks Online has and QuickBooks Desktop does not.',
      'The entity exists in QuickBooks Online only (for example Attachable or Budget), or is planned and not built yet.',
      'The entity can be read but not created, updated, deleted or voided through qbXML.',
    ],
    fixes: [
      'Read `Detail`: it names the field or operation and the reason.',
      'Leave the field out, or use the alternative that `Detail` names. Nothing was written.',
    ],
    retryable: false,
    outcome: 'not_applied',
  },
  UNSUPPORTED_QUERY: {
    status: 400,
    alsoStatus: [422],
    message: 'Query cannot be answered by QuickBooks Desktop',
    when: 'The query is well formed, but a complete and correct answer cannot be given: it would scan too many records, pages too deep, or uses a property or clause without an equivalent.',
    causes: [
      'The service would have to scan more than 5,000 records (1,000 for transactions read with their lines).',
      'STARTPOSITION lies too deep in a list.',
      'The condition names a property that QuickBooks Desktop does not have, or a clause that the entity does not take.',
    ],
    fixes: [
      'Narrow the query with a range on `TxnDate` or `MetaData.LastUpdatedTime`, or with `Active`, `Id`, `CustomerRef`, `VendorRef` or a name prefix.',
      'For incremental reads use change data capture (`/cdc`) instead of deep paging.',
    ],
    retryable: false,
    outcome: 'not_applied',
  },
  UNMAPPED_FIELD: {
    status: 422,
    message: 'Unknown field for this entity',
    when: 'The body holds a field that the entity does not have.',
    causes: [
      'A misspelt field name; names are case-sensitive.',
      'A field that belongs to another entity or another line type.',
    ],
    fixes: [
      'Correct or remove the field that `element` names. The entity page in the documentation lists every field.',
    ],
    retryable: false,
    outcome: 'not_applied',
  },
  UNMAPPED_ACCOUNT_TYPE: {
    status: 422,
    message: 'Account type has no QuickBooks Desktop equivalent',
    when: 'The `AccountType` or `AccountSubType` has no equivalent in QuickBooks Desktop.',
    causes: ['QuickBooks Desktop has fewer account types than QuickBooks Online, and no sub-types of its own.'],
    fixes: ['Choose an `AccountType` that the Account page in the documentation lists, or leave `AccountSubType` out.'],
    retryable: false,
    outcome: 'not_applied',
  },
  MISSING_REQUIRED_DESKTOP_ITEM: {
    status: 422,
    message: 'QuickBooks Desktop needs an item here',
    when: 'The request refers to something that QuickBooks Desktop models as an item, and names no item that exists.',
    causes: [
      'A discount line without `DiscountLineDetail.ItemRef`.',
      'The item named in the reference does not exist in the company file.',
    ],
    fixes: [
      'Name the discount item in `DiscountLineDetail.ItemRef`, by `value` (its Id) or by `name` (its full name). The service never picks one.',
      'Create the item in QuickBooks Desktop first if there is none.',
    ],
    retryable: false,
    outcome: 'not_applied',
  },
} as const satisfies Record<string, FaultRow>
