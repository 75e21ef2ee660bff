import type { FaultRow } from './fault-row.ts'

const passedThrough = { status: 400, message: 'Business Validation Error', outcome: 'not_applied' } as const

/**
 * QuickBooks status codes that pass through as they are and that the `svc` block explains
 * (specification, section 7.3). `-1` stands for a status code that is not a number.
 */
export const desktopStatuses = {
  '3000': {
    ...passedThrough,
    when: 'QuickBooks Desktop cannot read an id in the request (status 3000).',
    causes: ['The `Id` or a reference `value` has another form than the ids that this service answers.'],
    fixes: ['Use ids exactly as this service answered them; never build, pad or shorten them.'],
    retryable: false,
  },
  '3170': {
    ...passedThrough,
    when: 'QuickBooks Desktop could not modify the record (status 3170).',
    causes: [
      'Another user changed the list or record at the same moment.',
      'The record is in a state that forbids the change.',
    ],
    fixes: [
      'Repeat the request once after a short wait where `Detail` speaks of another user.',
      'Else read the record again and correct what `Detail` names.',
    ],
    retryable: true,
  },
  '3175': {
    ...passedThrough,
    when: 'The record is locked in QuickBooks Desktop (status 3175).',
    causes: ['A user has the record open in QuickBooks Desktop.'],
    fixes: ['Close the record in QuickBooks Desktop, or repeat the request after a short wait.'],
    retryable: true,
  },
  '3180': {
    ...passedThrough,
    when: 'QuickBooks Desktop could not save the record (status 3180).',
    causes: ['A rule of the company file forbids it, or a part of the file was locked at that moment.'],
    fixes: [
      'Read the text of QuickBooks Desktop in `Detail`. Where it speaks of a lock, repeat after a short wait; else correct what it names.',
    ],
    retryable: true,
  },
  '3250': {
    ...passedThrough,
    when: 'The feature is not enabled in the company file, or missing in this version of QuickBooks Desktop (status 3250).',
    causes: [
      'A preference is off (for example inventory, multiple currencies or classes), or the edition lacks the feature.',
    ],
    fixes: ['Enable the feature in the preferences of QuickBooks Desktop, or leave out the part that needs it.'],
    retryable: false,
  },
  '3260': {
    ...passedThrough,
    when: 'The QuickBooks Desktop user lacks the permission for this request (status 3260).',
    causes: ['The user whom the integrated application signs in as may not see or change this kind of record.'],
    fixes: [
      'Give that user the permission in QuickBooks Desktop, or choose another user under Integrated Applications.',
    ],
    retryable: false,
  },
  '-1': {
    ...passedThrough,
    when: 'QuickBooks Desktop answered with a status code that is not a number.',
    causes: ['A damaged answer, or a version of QuickBooks Desktop that this service does not know.'],
    fixes: ['If the request was a write, read the record before you repeat it.'],
    retryable: false,
    outcome: 'unknown',
  },
} as const satisfies Record<string, FaultRow>

/** For every other status code of QuickBooks Desktop. */
export const unexplainedStatus: FaultRow = {
  ...passedThrough,
  when: 'QuickBooks Desktop refused the request for a reason of its own; `code` is its status code and `Detail` its text.',
  causes: ['A rule of QuickBooks Desktop or of this company file forbids the request.'],
  fixes: ['Read the text of QuickBooks Desktop in `Detail`, and correct what it names.'],
  retryable: false,
}
