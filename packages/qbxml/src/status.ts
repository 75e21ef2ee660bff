import type { StatusSeverity } from './message-set.ts'

/**
 * Statuses that callers handle alike:
 *
 * | Group | Meaning |
 * | --- | --- |
 * | `transient` | nothing was saved, and a retry may succeed if the message says so too: see `isTransientStatus` |
 * | `noFeature` | the file or edition lacks a feature |
 * | `noMatch` | a query matched nothing, or not everything that it named |
 * | `noSuchId` | a query by ID matched nothing; an ID of a wrong form has its own status |
 * | `noSuchName` | a query that names a record by ID, name or number matched nothing |
 * | `badReference` | a reference in a write is malformed, or its record or parent does not exist |
 */
export type StatusGroup = 'transient' | 'noFeature' | 'noMatch' | 'noSuchId' | 'noSuchName' | 'badReference'

export interface Status {
  readonly meaning: string
  readonly groups?: readonly StatusGroup[]
}

/** QuickBooks Desktop's status codes; see `docs/quickbooks/qbxml.md`. */
export const statuses: Readonly<Record<number, Status>> = {
  0: { meaning: 'the request succeeded' },
  1: { meaning: 'nothing matched the query', groups: ['noMatch', 'noSuchId', 'noSuchName'] },
  500: {
    meaning: 'a named object was not found; the others are returned',
    groups: ['noMatch', 'noSuchId', 'noSuchName'],
  },
  501: { meaning: 'an object cannot be represented in this version of qbXML' },
  510: { meaning: 'an object cannot be returned' },
  530: { meaning: 'a field is not supported by this product' },
  531: { meaning: 'an enumerated value is not supported by this product' },
  550: { meaning: 'the object was saved, its notes were not' },
  560: { meaning: 'a field is deprecated' },
  570: { meaning: 'a closed transaction cannot be linked' },
  600: { meaning: 'there is no stored message set to clear' },
  1000: { meaning: 'QuickBooks had an internal error' },
  1010: { meaning: 'the system is not available' },
  1030: { meaning: 'the request is not supported by this product' },
  1060: { meaning: 'the requestID is not valid' },
  3000: { meaning: 'an object ID has an invalid form', groups: ['noSuchName', 'badReference'] },
  3010: { meaning: 'a boolean has an invalid form' },
  3020: { meaning: 'a date has an invalid form or is out of range' },
  3030: { meaning: 'a date range ends before it starts' },
  3031: { meaning: 'a range of texts ends before it starts' },
  3035: { meaning: 'a time interval has an invalid form' },
  3040: { meaning: 'an amount has an invalid form' },
  3045: { meaning: 'a price has an invalid form' },
  3050: { meaning: 'a percentage has an invalid form' },
  3060: { meaning: 'a quantity has an invalid form' },
  3065: { meaning: 'a GUID has an invalid form' },
  3070: { meaning: 'a text is too long' },
  3080: { meaning: 'a text is not valid' },
  3085: { meaning: 'a number has an invalid form' },
  3090: { meaning: 'the name of an object is not valid' },
  3100: { meaning: 'the name is already in use' },
  3101: { meaning: 'the resulting amount is too large' },
  3110: { meaning: 'an enumerated value does not exist' },
  3120: { meaning: 'the object of the request was not found', groups: ['noSuchId', 'noSuchName'] },
  3130: { meaning: 'a reference to a parent is not valid', groups: ['badReference'] },
  3140: { meaning: 'a reference is not valid', groups: ['noSuchName', 'badReference'] },
  3150: { meaning: 'an element is missing' },
  3151: { meaning: 'an element is not allowed here' },
  3153: { meaning: 'two elements conflict' },
  3160: { meaning: 'the object cannot be deleted' },
  3161: { meaning: 'the object cannot be deleted before the closing date' },
  3162: { meaning: 'the request is not possible in multi-user mode' },
  3170: { meaning: 'the object could not be modified', groups: ['transient'] },
  3171: { meaning: 'the object cannot be modified before the closing date' },
  3175: { meaning: 'the object is in use', groups: ['transient'] },
  3176: { meaning: 'a related object is in use', groups: ['transient'] },
  3177: { meaning: 'the same object is linked twice' },
  3180: { meaning: 'the object could not be saved', groups: ['transient'] },
  3185: { meaning: 'the transaction cannot be voided' },
  3190: { meaning: 'the element cannot be cleared' },
  3200: { meaning: 'the edit sequence is out of date' },
  3205: { meaning: 'an address is not valid' },
  3210: { meaning: 'a field has an invalid value' },
  3230: { meaning: 'the request was rolled back' },
  3231: { meaning: 'the request was not processed, since an earlier one failed' },
  3240: { meaning: 'the creation time does not match' },
  3250: { meaning: 'the feature is not enabled or not available', groups: ['noFeature'] },
  3260: { meaning: 'the user lacks the permission' },
  3261: { meaning: 'the application lacks the permission' },
  3270: { meaning: 'a posting account is missing' },
  3290: { meaning: 'lines are in the wrong order' },
  3500: { meaning: 'the list elements cannot be merged' },
  9001: { meaning: 'the message set differs from the stored one' },
  9002: { meaning: 'no stored response was found' },
  9003: { meaning: 'not used' },
  9004: { meaning: 'the message set ID is not valid or too long' },
  9005: { meaning: 'the response could not be stored' },
}

export function isStatusIn(statusCode: number, group: StatusGroup): boolean {
  return statuses[statusCode]?.groups?.includes(group) === true
}

/** Returns a code's severity: information below 500, a warning below 1000, an error from there on. */
export function getSeverity(statusCode: number): StatusSeverity {
  if (statusCode < 500) return 'Info'
  return statusCode < 1000 ? 'Warn' : 'Error'
}

/** Returns whether nothing was saved and the same request is worth a retry after a short wait. */
export function isTransientStatus(statusCode: number, statusMessage: string): boolean {
  const text = statusMessage.toLowerCase()
  return isStatusIn(statusCode, 'transient') && transientTexts.some((each) => text.includes(each))
}

const transientTexts = [
  'modified by another user',
  'internals could not be locked',
  'failed to acquire the lock',
  'list element is in use',
  'could not be locked',
]
