import { choice } from '../table/rows.ts'

export const printingStatus = choice('IsToBePrinted', [
  { client: 'NeedToPrint', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'PrintComplete', desktop: 'false', reads: false },
])

export const emailStatus = choice('IsToBeEmailed', [
  { client: 'NeedToSend', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'EmailSent', desktop: 'false', reads: false },
])

/** A cost's or time's billable status. Only QuickBooks sets `HasBeenBilled`. */
export const billableStatus = choice('BillableStatus', [
  'Billable',
  'NotBillable',
  { client: 'HasBeenBilled', desktop: 'HasBeenBilled', writes: false },
])
