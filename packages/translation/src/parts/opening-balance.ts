import { Fault } from '@bridge/faults'
import { isBlank, isMeaningful, isZeroTime } from '../check/check-value.ts'
import type { RecordDraft } from '../table/entity-table.ts'

/**
 * Rejects a new name's opening balance without a date, or the reverse, since QuickBooks needs both. Throws 2020 with
 * `element`.
 */
export function requireOpeningBalance({ operation, body }: RecordDraft): void {
  if (operation === 'update') return
  const { Balance: balance, OpenBalanceDate: date } = body
  const hasDate = !isBlank(date) && !isZeroTime(date)
  if (isMeaningful(balance) && !hasDate) throw missing('OpenBalanceDate', 'Balance')
  if (hasDate && isBlank(balance)) throw missing('Balance', 'OpenBalanceDate')
}

function missing(element: string, other: string): Fault {
  return new Fault('2020', `${element} is required with ${other}, since QuickBooks Desktop opens a balance on a day.`, {
    element,
  })
}
