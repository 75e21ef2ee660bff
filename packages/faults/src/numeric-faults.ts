import type { CatalogueRow } from './fault-row.ts'
import { companyFileOperations, recordOperations } from './fault-scopes.ts'

/** Codes with the same meaning as in QuickBooks Online. */
export const numericFaults = {
  '500': {
    status: 500,
    message: 'Internal integrity error',
    when: 'The response of QuickBooks Desktop could not be translated without losing or inventing data.',
    causes: ['QuickBooks Desktop returned a record with an unknown shape.'],
    fixes: [
      'Report it to the operator of the service with the value of the `X-Request-Id` header.',
      'If the request was a write, read the record before you send it again. The write may have been applied.',
    ],
    retryable: false,
    outcome: 'unknown',
    scopes: companyFileOperations,
  },
  '610': {
    status: 400,
    message: 'Object Not Found',
    when: 'The company file has no record with this `Id`.',
    causes: [
      'The record was deleted.',
      'The `Id` comes from QuickBooks Online or from another company file, where IDs differ.',
    ],
    fixes: ['Find the record by name or number with a query, and use the `Id` from the response.'],
    retryable: false,
    outcome: 'not_applied',
    scopes: recordOperations,
  },
  '2010': {
    status: 422,
    alsoStatus: [400],
    message: 'Request has invalid or unsupported property',
    when: 'A field has a value of the wrong type or format.',
    causes: [
      'The value is text instead of a number, date or boolean, is not a valid date, or has too many decimals.',
      'An update has the same line `Id` twice, or a line `Id` that is not on the record (400).',
    ],
    fixes: ['Correct the value of the field that `element` names. `Detail` describes the expected format.'],
    retryable: false,
    outcome: 'not_applied',
    scopes: recordOperations,
  },
  '2020': {
    status: 400,
    alsoStatus: [422],
    message: 'Required param missing, need to supply the required value for the API',
    when: 'A field that QuickBooks Online or QuickBooks Desktop requires is missing.',
    causes: ['The field is missing, null or blank.', '`Line` was sent as an empty array.'],
    fixes: [
      'Send the field that `element` names.',
      'To keep the lines of a record, omit `Line` instead of sending it empty.',
    ],
    retryable: false,
    outcome: 'not_applied',
    scopes: recordOperations,
  },
  '2050': {
    status: 400,
    message: 'String length is either shorter or longer than supported by specification',
    when: 'A text is longer than the field in QuickBooks Desktop allows. Length is counted in Unicode code points.',
    causes: [
      'QuickBooks Desktop allows less than QuickBooks Online: `DocNumber` has 11 characters (20 on Bill and VendorCredit), `PaymentRefNum` on Payment 20, most names 31 or 41.',
    ],
    fixes: ['Shorten the field that `element` names. The service never truncates text.'],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['write'],
  },
  '2500': {
    status: 400,
    message: 'Invalid Reference Id',
    when: 'A reference (`…Ref`) points to a record that does not exist.',
    causes: [
      'The record was deleted or merged, or the `value` comes from another company file.',
      'The reference has only a `name`, and no record has exactly this full name.',
    ],
    fixes: ['Query the referenced list, and send the `Id` of the record as `value`.'],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['write'],
  },
  '4000': {
    status: 400,
    message: 'QueryParserError: Error parsing query',
    when: 'The query was rejected. `Message` starts with `QueryParserError:` if the syntax is invalid, and with `QueryValidationError:` if a property, operator or literal is invalid.',
    causes: [
      'The syntax is invalid: FROM is missing, OR, parentheses or NOT LIKE is used, a string is not closed, a date is not in ISO format, or STARTPOSITION or MAXRESULTS is out of range.',
      'A property is unknown, does not support the operator, or is compared with a literal of the wrong type.',
    ],
    fixes: [
      'Correct the query at the position that `Detail` shows. Combine conditions with AND only. Put strings in single quotes, and escape a quote within a string with `\\`.',
    ],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['query'],
  },
  '5010': {
    status: 400,
    message: 'Stale Object Error',
    when: 'The `SyncToken` is stale: the record changed after it was read.',
    causes: [
      'A user changed the record in QuickBooks Desktop, or another request did.',
      'A payment that was applied to an invoice changed the invoice, too.',
    ],
    fixes: ['Read the record again, apply your change to its current values, and send it with the new `SyncToken`.'],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['write'],
  },
  '6240': {
    status: 400,
    message: 'Duplicate Name Exists Error',
    when: 'The list already has a record with this name.',
    causes: [
      'An inactive record has the name. Names of inactive records are also taken.',
      'Customers, vendors, employees and other names share one list in QuickBooks Desktop.',
    ],
    fixes: [
      'Find the record with a query (add `Active IN (true, false)` to include inactive ones) and use or reactivate it. Otherwise, choose another name.',
    ],
    retryable: false,
    outcome: 'not_applied',
    scopes: ['write'],
  },
} as const satisfies Record<string, CatalogueRow>
