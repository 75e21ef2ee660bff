import type { FaultRow } from './fault-row.ts'

/** Codes that mean what they mean in QuickBooks Online (specification, section 7.3). */
export const numericFaults = {
  '500': {
    status: 500,
    message: 'Internal integrity error',
    when: 'The answer of QuickBooks Desktop could not be translated without losing or inventing something.',
    causes: ['QuickBooks Desktop answered with a record whose shape this service does not know.'],
    fixes: [
      'Report it to the operator of the service with the value of the `X-Request-Id` header.',
      'If the request was a write, read the record before you send it again: it may have been applied.',
    ],
    retryable: false,
    outcome: 'unknown',
  },
  '610': {
    status: 400,
    message: 'Object Not Found',
    when: 'The company file holds no record with that `Id`.',
    causes: [
      'The record was deleted.',
      'The `Id` comes from QuickBooks Online or from another company file; ids differ between them.',
    ],
    fixes: ['Look the record up by name or number with a query, and use the `Id` of the answer.'],
    retryable: false,
    outcome: 'not_applied',
  },
  '2010': {
    status: 422,
    alsoStatus: [400],
    message: 'Request has invalid or unsupported property',
    when: 'A field has a value of the wrong type or form.',
    causes: [
      'Text where a number, date or true/false belongs, an impossible date, or too many decimals.',
      'The same line `Id` twice in one update, or a line `Id` that is not on the record (400).',
    ],
    fixes: ['Correct the value of the field that `element` names; `Detail` says which form is expected.'],
    retryable: false,
    outcome: 'not_applied',
  },
  '2020': {
    status: 400,
    alsoStatus: [422],
    message: 'Required param missing, need to supply the required value for the API',
    when: 'A field that QuickBooks Online or QuickBooks Desktop requires is missing.',
    causes: ['The field is absent, null or blank.', '`Line` was sent as an empty array.'],
    fixes: [
      'Send the field that `element` names.',
      'To leave the lines of a record untouched, leave `Line` out instead of sending it empty.',
    ],
    retryable: false,
    outcome: 'not_applied',
  },
  '2050': {
    status: 400,
    message: 'String length is either shorter or longer than supported by specification',
    when: 'A text is longer than the field of QuickBooks Desktop. Length is counted in Unicode code points.',
    causes: [
      'QuickBooks Desktop allows less than QuickBooks Online: `DocNumber` holds 11 characters (20 on Bill and VendorCredit), `PaymentRefNum` on Payment 20, most names 31 or 41.',
    ],
    fixes: ['Shorten the field that `element` names. The service never cuts a text by itself.'],
    retryable: false,
    outcome: 'not_applied',
  },
  '2500': {
    status: 400,
    message: 'Invalid Reference Id',
    when: 'A reference (`…Ref`) points at a record that does not exist.',
    causes: [
      'The record was deleted or merged, or the `value` comes from another company file.',
      'The reference gives only a `name`, and no record has exactly that full name.',
    ],
    fixes: ['Query the referenced list, and send the `Id` that it answers as `value`.'],
    retryable: false,
    outcome: 'not_applied',
  },
  '4000': {
    status: 400,
    message: 'QueryParserError: Error parsing query',
    when: 'The query was rejected. `Message` starts with `QueryParserError:` where the syntax is wrong, and with `QueryValidationError:` where a property, operator or literal is.',
    causes: [
      'Syntax: FROM is missing, OR, parentheses or NOT LIKE are used, a string is not closed, a date is not in ISO form, STARTPOSITION or MAXRESULTS is out of range.',
      'An unknown property, an operator that the property does not take, or a literal of the wrong type.',
    ],
    fixes: [
      'Correct the query at the place that `Detail` points to. Conditions combine with AND only; strings stand in single quotes, and `\\` escapes a quote within one.',
    ],
    retryable: false,
    outcome: 'not_applied',
  },
  '5010': {
    status: 400,
    message: 'Stale Object Error',
    when: 'The `SyncToken` is not the current one: the record changed after it was read.',
    causes: [
      'Somebody changed the record in QuickBooks Desktop, or another request did.',
      'Applying a payment raises the token of the invoice too.',
    ],
    fixes: ['Read the record again, apply your change to what it says now, and send it with the new `SyncToken`.'],
    retryable: false,
    outcome: 'not_applied',
  },
  '6240': {
    status: 400,
    message: 'Duplicate Name Exists Error',
    when: 'The list already holds a record with that name.',
    causes: [
      'An inactive record has the name; QuickBooks Desktop counts those too.',
      'Customers, vendors, employees and other names share one list in QuickBooks Desktop.',
    ],
    fixes: [
      'Find the record with a query (add `Active IN (true, false)` to see inactive ones) and use or reactivate it, or choose another name.',
    ],
    retryable: false,
    outcome: 'not_applied',
  },
} as const satisfies Record<string, FaultRow>
