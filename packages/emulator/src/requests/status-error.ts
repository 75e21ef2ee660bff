/** An error status: the request is not carried out. */
export class StatusError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.name = 'StatusError'
    this.statusCode = statusCode
  }
}

/** A request, or a part, that is not emulated. */
export class Unsupported extends Error {
  readonly request: string

  constructor(request: string) {
    super(`${request} is not emulated.`)
    this.name = 'Unsupported'
    this.request = request
  }
}

/** An Add above the file's record limit. */
export class RecordLimit extends Error {
  constructor() {
    super('The company file has reached its record limit.')
    this.name = 'RecordLimit'
  }
}

const notInList = 'QuickBooks error message: Invalid argument.  The specified record does not exist in the list.'

// The messages are QuickBooks' own where known, including their double spaces.

export function invalidId(value: string, field: string) {
  return new StatusError(3000, `The given object ID "${value}" in the field "${field}" is invalid.`)
}

export function missingElement(field: string) {
  return new StatusError(3150, `There is a missing element: "${field}"`)
}

export function invalidName(value: string, field: string) {
  return new StatusError(3090, `The name "${value}" in the field "${field}" is invalid: it must not contain a colon.`)
}

export function nameInUse(name: string) {
  return new StatusError(3100, `The name "${name}" of the list element is already in use.`)
}

export function amountTooLarge(field: string) {
  return new StatusError(3101, `The amount in the field "${field}" is too large.`)
}

export function objectNotFound(id: string) {
  return new StatusError(3120, `Object "${id}" specified in the request cannot be found.  ${notInList}`)
}

export function invalidParent(value: string, list: string) {
  return new StatusError(
    3130,
    `There is an invalid reference to a parent "${value}" in the ${list} list.  ${notInList}`,
  )
}

export function invalidReference(list: string, value: string, place: string) {
  return new StatusError(
    3140,
    `There is an invalid reference to QuickBooks ${list} "${value}" in the ${place}.  ${notInList}`,
  )
}

/** Rejects an account with a type the transaction does not allow; `types` are words such as `Accounts Receivable`. */
export function wrongAccountType(list: string, value: string, place: string, types: string) {
  return new StatusError(
    3140,
    `There is an invalid reference to QuickBooks ${list} "${value}" in the ${place}.  QuickBooks error message: The account for this transaction must be of type ${types}.`,
  )
}

/** Rejects an account that has neither the transaction's currency nor the company's. */
export function foreignAccount(value: string, place: string) {
  return new StatusError(
    3140,
    `There is an invalid reference to QuickBooks Account "${value}" in the ${place}.  QuickBooks error message: The currency of the account must be either in home currency or the transaction currency.`,
  )
}

export function inUse(id: string) {
  return new StatusError(
    3160,
    `Cannot delete the object specified by the id = "${id}".  QuickBooks error message: It is in use.`,
  )
}

export function cannotVoid(id: string) {
  return new StatusError(
    3185,
    `Cannot void the object specified by the id = "${id}".  QuickBooks error message: It is in use.`,
  )
}

/** Rejects a change on or before the company's closing date: a deletion with 3161, any other one with 3171. */
export function closedPeriod(kind: string, verb: 'modify' | 'delete') {
  return new StatusError(
    verb === 'delete' ? 3161 : 3171,
    `An attempt was made to ${verb} a ${kind} with a date that is on or before the closing date of the company. If you are sure you really want to do this, please ask a user with Admin privileges to remove the password for editing transactions on or before to closing date (this setting is in the Accounting Company Preferences), then try again.`,
  )
}

export function multiUserMode() {
  return new StatusError(
    3162,
    'The request cannot be processed in multi-user mode.  Switch QuickBooks to single-user mode.',
  )
}

/** Rejects a list record for the reason QuickBooks gives; `list` is its kind (`Account`). */
export function listNotSaved(list: string, name: string, why: string) {
  return new StatusError(
    3180,
    `There was an error when saving a ${list} list, element "${name}".  QuickBooks error message: ${why}`,
  )
}

/** Rejects a transaction for the reason QuickBooks gives; `kind` is `Invoice`. */
export function transactionNotSaved(kind: string, why: string) {
  return new StatusError(3180, `There was an error when saving a ${kind}.  QuickBooks error message: ${why}`)
}

export function notClearable(field: string) {
  return new StatusError(3190, `The element "${field}" cannot be cleared.`)
}

export function outOfDate(editSequence: string) {
  return new StatusError(3200, `The provided edit sequence "${editSequence}" is out-of-date.`)
}

export function invalidField(field: string, value: string, why: string) {
  return new StatusError(
    3210,
    `The "${field}" field has an invalid value "${value}".  QuickBooks error message: ${why}`,
  )
}

export function notEnabled() {
  return new StatusError(3250, 'This feature is not enabled or not available in this version of QuickBooks.')
}

export function notPermitted() {
  return new StatusError(3260, 'Insufficient permission level to perform this action.')
}

export function missingAccount(what: string) {
  return new StatusError(3270, `Missing posting account: ${what}`)
}

export function lineOrder(id: string) {
  return new StatusError(3290, `The item "${id}" is placed in the request in incorrect order.`)
}
