/** A status that a request is answered with instead of being carried out; severity Error. */
export class Refusal extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.name = 'Refusal'
    this.statusCode = statusCode
  }
}

/** A request, or a part of one, that QuickBooks knows and this company file does not. */
export class Unsupported extends Error {
  readonly request: string

  constructor(request: string) {
    super(`${request} is not emulated`)
    this.name = 'Unsupported'
    this.request = request
  }
}

/** An Add that would take the file beyond its record limit. */
export class RecordLimit extends Error {
  constructor() {
    super('The company file holds as many records as it may')
    this.name = 'RecordLimit'
  }
}

const notInList = 'QuickBooks error message: Invalid argument.  The specified record does not exist in the list.'

// The texts are QuickBooks' own where facts/qbxml.md (sections 4.4 and 8) has them; two spaces belong there.

export const invalidId = (value: string, field: string) =>
  new Refusal(3000, `The given object ID "${value}" in the field "${field}" is invalid.`)

export const missingElement = (field: string) => new Refusal(3150, `There is a missing element: "${field}"`)

export const invalidName = (value: string, field: string) =>
  new Refusal(3090, `The name "${value}" in the field "${field}" is invalid: it must not contain a colon.`)

export const nameInUse = (name: string) =>
  new Refusal(3100, `The name "${name}" of the list element is already in use.`)

export const amountTooLarge = (field: string) => new Refusal(3101, `The amount in the field "${field}" is too large.`)

export const objectNotFound = (id: string) =>
  new Refusal(3120, `Object "${id}" specified in the request cannot be found.  ${notInList}`)

export const invalidParent = (value: string, list: string) =>
  new Refusal(3130, `There is an invalid reference to a parent "${value}" in the ${list} list.  ${notInList}`)

export const invalidReference = (list: string, value: string, place: string) =>
  new Refusal(3140, `There is an invalid reference to QuickBooks ${list} "${value}" in the ${place}.  ${notInList}`)

export const inUse = (id: string) =>
  new Refusal(3160, `Cannot delete the object specified by the id = "${id}".  QuickBooks error message: It is in use.`)

export const cannotVoid = (id: string) =>
  new Refusal(3185, `Cannot void the object specified by the id = "${id}".  QuickBooks error message: It is in use.`)

export const multiUserMode = () =>
  new Refusal(3162, 'The request cannot be processed in multi-user mode.  Switch QuickBooks to single-user mode.')

const lockTexts = {
  3170: 'There was an error when modifying a record.  QuickBooks error message: This list has been modified by another user.',
  3175: 'The transaction could not be locked.  It is in use by another user.',
  3180: 'There was an error when saving a record.  QuickBooks error message: The list element is in use.',
} as const

export const locked = (statusCode: keyof typeof lockTexts) => new Refusal(statusCode, lockTexts[statusCode])

export const notClearable = (field: string) => new Refusal(3190, `The element "${field}" cannot be cleared.`)

export const outOfDate = (editSequence: string) =>
  new Refusal(3200, `The provided edit sequence "${editSequence}" is out-of-date.`)

export const invalidField = (field: string, value: string, why: string) =>
  new Refusal(3210, `The "${field}" field has an invalid value "${value}".  QuickBooks error message: ${why}`)

export const notEnabled = () =>
  new Refusal(3250, 'This feature is not enabled or not available in this version of QuickBooks.')

export const missingAccount = (what: string) => new Refusal(3270, `Missing posting account: ${what}`)

export const lineOrder = (id: string) =>
  new Refusal(3290, `The item "${id}" is placed in the request in incorrect order.`)
