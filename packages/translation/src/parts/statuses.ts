import type { ValueRow } from '../table/row.ts'
import { choice } from '../table/rows.ts'

/** Whether a form waits to be printed. */
export const printStatus: ValueRow = choice('IsToBePrinted', [
  { client: 'NeedToPrint', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'PrintComplete', desktop: 'false', reads: false },
])

/** Whether a form waits to be mailed. */
export const emailStatus: ValueRow = choice('IsToBeEmailed', [
  { client: 'NeedToSend', desktop: 'true' },
  { client: 'NotSet', desktop: 'false' },
  { client: 'EmailSent', desktop: 'false', reads: false },
])

/** Whether a cost or time is to be billed to a customer; QuickBooks itself says that it was. */
export const billableStatus: ValueRow = choice('BillableStatus', [
  'Billable',
  'NotBillable',
  { client: 'HasBeenBilled', desktop: 'HasBeenBilled', writes: false },
])
