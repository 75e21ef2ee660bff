import { getRefId, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidReference, missingElement, Unsupported } from '../requests/status-error.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'

const workers = new Set(['Employee', 'Vendor', 'OtherName'])

/** A worker's tracked time, optionally for a customer. It posts nothing. */
export const timeTracking: TransactionKind = {
  kind: 'TimeTracking',
  entity: 'EntityRef',
  isNumbered: false,
  isVoidable: false,
  required: ['EntityRef'],
  defaults: {},
  tables: [],
  enterHeader({ fields, requested }, { books }) {
    if (requested.PayrollItemWageRef !== undefined) throw new Unsupported('TimeTracking/PayrollItemWageRef')
    const worker = books.lists.byId('Name', getRefId(fields, 'EntityRef') ?? '')
    if (worker !== undefined && !workers.has(worker.kind)) {
      throw invalidReference('Entity', books.lists.fullName(worker), 'TimeTracking')
    }
    if (getText(fields, 'BillableStatus') === 'Billable') checkBillable(fields)
    return { ...fields, Duration: wholeMinutes(getText(fields, 'Duration') ?? 'PT0H0M0S') }
  },
  post: () => [],
}

function checkBillable(fields: Fields): void {
  for (const name of ['CustomerRef', 'ItemServiceRef']) {
    if (getRefId(fields, name) === undefined) throw missingElement(name)
  }
}

/** Formats a duration as QuickBooks does: hours and minutes, with zero seconds. */
export function wholeMinutes(duration: string): string {
  const [, hours = '0', minutes = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?$/.exec(duration) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  return `PT${Math.floor(total / 60)}H${total % 60}M0S`
}
