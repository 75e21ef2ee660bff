import { choice } from '../table/rows.ts'

/** Whether a form waits to be printed. */
export const printStatus = choice('IsToBePrinted', [
  { client: 'NeedToPrint', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'PrintComplete', desktop: 'false', reads: false },
])

/** Whether a form waits to be mailed. */
export const emailStatus = choice('IsToBeEmailed', [
  { client: 'NeedToSend', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'EmailSent', desktop: 'false', reads: false },
])

/** Whether a cost or time is billable. Only QuickBooks sets that it has been billed. */
export const billableStatus = choice('BillableStatus', [
  'Billable',
  'NotBillable',
  { client: 'HasBeenBilled', desktop: 'HasBeenBilled', writes: false },
])
