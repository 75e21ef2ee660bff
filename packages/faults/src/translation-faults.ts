import type { CatalogueRow } from './fault-row.ts'

/** Codes for requests without an equivalent in QuickBooks Desktop. */
export const translationFaults = {
  UNSUPPORTED_BY_DESKTOP: {
    status: 422,
    alsoStatus: [400],
    message: 'Not supported by QuickBooks Desktop',
    onlineCode: '500',
    when: 'A field, line type, item type, operation or entity has no equivalent in QuickBooks Desktop, or is not supported by this service yet. Voiding an entity that cannot be voided returns 400.',
    causes: [
      'The request uses a feature that only QuickBooks Online has.',
      'The entity exists only in QuickBooks Online (for example Attachable or Budget), or is not supported yet.',
      'The entity can be read but not created, updated, deleted or voided through qbXML.',
    ],
    fixes: [
      'Read `Detail`, which names the field or operation and the reason.',
      'Send what the page of the entity names instead of the field or operation. Nothing was written.',
    ],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['read', 'query', 'write', 'changes'],
  },
  UNSUPPORTED_QUERY: {
    status: 400,
    alsoStatus: [422],
    message: 'Query not supported by QuickBooks Desktop',
    onlineCode: '4001',
    when: 'The query is valid, but a complete and correct result is not possible: it would scan too many records, start too deep in a list, or uses a property or clause without an equivalent.',
    causes: [
      'The query has a condition or an order that only whole records show, and would scan more than 5,000 of them (1,000 for transactions with their lines).',
      'STARTPOSITION is too high.',
      'The response of QuickBooks Desktop is larger than an agent may send, as that of a report over many years.',
      'The page is larger than 32 MiB, or the records that the query reads are larger than 128 MiB.',
      'The query uses a property that QuickBooks Desktop does not have, or a clause that the entity does not support.',
    ],
    fixes: [
      'Leave out the condition or the order that `Detail` names, if it names one.',
      'Narrow the query with a range on `TxnDate` or `MetaData.LastUpdatedTime`, or with `Active`, `Id`, `CustomerRef`, `VendorRef` or a name prefix.',
      'Ask for fewer records with MAXRESULTS, or select only the columns that you need.',
      'Request a report for a shorter period, or with a filter.',
      'For incremental reads, use change data capture (`/cdc`) instead of deep paging.',
    ],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['query'],
  },
  UNMAPPED_FIELD: {
    status: 422,
    message: 'Unknown field for this entity',
    onlineCode: '2010',
    when: 'The body contains a field that the entity does not have.',
    causes: [
      'The field name is misspelled. Names are case-sensitive.',
      'The field belongs to another entity or line type.',
    ],
    fixes: [
      'Correct or remove the field that `element` names. The entity page in the documentation lists every field.',
    ],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['write'],
  },
  UNMAPPED_ACCOUNT_TYPE: {
    status: 422,
    message: 'Account type has no QuickBooks Desktop equivalent',
    onlineCode: '2170',
    when: 'The `AccountType` or `AccountSubType` has no equivalent in QuickBooks Desktop.',
    causes: ['QuickBooks Desktop has fewer account types than QuickBooks Online, and no subtypes.'],
    fixes: ['Choose an `AccountType` that the Account page in the documentation lists, or omit `AccountSubType`.'],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['write'],
  },
  MISSING_REQUIRED_DESKTOP_ITEM: {
    status: 422,
    message: 'QuickBooks Desktop needs an item here',
    onlineCode: '2020',
    when: 'QuickBooks Desktop needs an item for this part of the request, and the request names no existing item.',
    causes: [
      'A line names no item: a sales line in `SalesItemLineDetail.ItemRef`, for example, or a discount line in `DiscountLineDetail.ItemRef`.',
      'The item named in the reference does not exist in the company file.',
      '`SHIPPING_ITEM_ID` was sent, and no setting of the company file names its item.',
    ],
    fixes: [
      'Name an item in the reference that `Detail` names, by `value` (its ID) or by `name` (its full name). The service never chooses one.',
      'If there is no such item, create it in QuickBooks Desktop first.',
    ],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['write'],
  },
} as const satisfies Record<string, CatalogueRow>
