import type { FaultRow } from './fault-row.ts'

const passedThrough = {
  status: 400,
  message: 'Business Validation Error',
  onlineCode: '6000',
  outcome: 'not_applied',
} as const

/**
 * QuickBooks Desktop status codes returned unmapped, with an explanation in `svc`. `-1` is a status code that is not a
 * number.
 */
export const desktopStatuses = {
  '3000': {
    ...passedThrough,
    onlineCode: '2030',
    when: 'QuickBooks Desktop cannot read an ID in the request (status 3000).',
    causes: ['The `Id` or the `value` of a reference does not have the format of the IDs that this service returns.'],
    fixes: ['Use IDs exactly as this service returned them. Never build, pad or shorten them.'],
    retryable: false,
  },
  '3161': {
    ...passedThrough,
    onlineCode: '6210',
    when: 'The transaction cannot be deleted, because its period is closed in QuickBooks Desktop (status 3161).',
    causes: ['The date of the transaction is on or before the closing date of the books.'],
    fixes: ['Leave the transaction as it is, or ask the administrator of QuickBooks Desktop to open the period.'],
    retryable: false,
  },
  '3170': {
    ...passedThrough,
    when: 'QuickBooks Desktop could not modify the record (status 3170).',
    causes: [
      'Another user changed the list or record at the same time.',
      'The state of the record does not allow the change.',
    ],
    fixes: [
      'If `Detail` mentions another user, repeat the request after a short wait.',
      'Otherwise, read the record again and correct the part that `Detail` names.',
    ],
    retryable: true,
  },
  '3171': {
    ...passedThrough,
    onlineCode: '6210',
    when: 'The transaction cannot be written, because its period is closed in QuickBooks Desktop (status 3171).',
    causes: ['The date of the transaction, before or after the change, is on or before the closing date of the books.'],
    fixes: [
      'Date the transaction after the closing date, which `AccountingInfoPrefs.BookCloseDate` of the preferences contains.',
      'Or ask the administrator of QuickBooks Desktop to open the period.',
    ],
    retryable: false,
  },
  '3175': {
    ...passedThrough,
    when: 'The record is locked in QuickBooks Desktop (status 3175).',
    causes: ['A user has the record open in QuickBooks Desktop.'],
    fixes: ['Close the record in QuickBooks Desktop, or repeat the request after a short wait.'],
    retryable: true,
  },
  '3176': {
    ...passedThrough,
    when: 'A related record is locked in QuickBooks Desktop (status 3176).',
    causes: ['A user has a record open that the request also changes, such as the invoice of a payment.'],
    fixes: ['Close the record in QuickBooks Desktop, or repeat the request after a short wait.'],
    retryable: true,
  },
  '3180': {
    ...passedThrough,
    when: 'QuickBooks Desktop could not save the record (status 3180).',
    causes: ['A rule of the company file does not allow it, or a part of the file was locked.'],
    fixes: [
      'Read the message from QuickBooks Desktop in `Detail`. If it mentions a lock, repeat the request after a short wait. Otherwise, correct the part that it names.',
    ],
    retryable: true,
  },
  '3250': {
    ...passedThrough,
    when: 'The feature is not enabled in the company file, or this version of QuickBooks Desktop does not have it (status 3250).',
    causes: [
      'A preference is off (for example inventory, multiple currencies or classes), or the edition does not have the feature.',
    ],
    fixes: ['Enable the feature in the preferences of QuickBooks Desktop, or omit the part that needs it.'],
    retryable: false,
  },
  '3260': {
    ...passedThrough,
    onlineCode: '5020',
    when: 'The QuickBooks Desktop user does not have the permission for this request (status 3260).',
    causes: ['The user of the integrated application is not allowed to see or change this kind of record.'],
    fixes: [
      'Give that user the permission in QuickBooks Desktop, or choose another user under Integrated Applications.',
    ],
    retryable: false,
  },
  '3261': {
    ...passedThrough,
    onlineCode: '5020',
    when: 'The application does not have the permission for this request in QuickBooks Desktop (status 3261).',
    causes: ['The access rights of the integrated application do not include this kind of record.'],
    fixes: [
      'Give the application the permission under Integrated Applications in the preferences of QuickBooks Desktop.',
    ],
    retryable: false,
  },
  '-1': {
    ...passedThrough,
    onlineCode: '10000',
    when: 'QuickBooks Desktop returned a status code that is not a number.',
    causes: ['The response is damaged, or the version of QuickBooks Desktop is unknown to this service.'],
    fixes: ['If the request was a write, read the record before you repeat it.'],
    retryable: false,
    outcome: 'unknown',
  },
} as const satisfies Record<string, FaultRow>

/** Describes every other QuickBooks Desktop status code. */
export const unexplainedStatus: FaultRow = {
  ...passedThrough,
  when: 'QuickBooks Desktop rejected the request. `code` is its status code, and `Detail` contains its message.',
  causes: ['A rule of QuickBooks Desktop or of the company file does not allow the request.'],
  fixes: ['Read the message from QuickBooks Desktop in `Detail`, and correct the part that it names.'],
  retryable: false,
}
