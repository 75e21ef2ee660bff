import { choice } from '../table/rows.ts'

/** The print status of a form. */
export const printStatus = choice('IsToBePrinted', [
  { client: 'NeedToPrint', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'PrintComplete', desktop: 'false', reads: false },
])

/** The email status of a form. */
export const emailStatus = choice('IsToBeEmailed', [
  { client: 'NeedToSend', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'EmailSent', desktop: 'false', reads: false },
])

/** The billable status of a cost or time. Only QuickBooks sets `HasBeenBilled`. */
export const billableStatus = choice('BillableStatus', [
  'Billable',
  'NotBillable',
  { client: 'HasBeenBilled', desktop: 'HasBeenBilled', writes: false },
])
