import { Fault } from '@bridge/faults'
import { isBlank, isMeaningful } from '../check/check-value.ts'
import { childText } from '../qbxml/element.ts'
import type { DerivedRow } from '../table/row.ts'
import { derived } from '../table/rows.ts'

/** Whether a record is below another one in its list, which follows from its parent. A new one needs `ParentRef`. */
export const isBelowParent: DerivedRow = derived('bool', (record) => (childText(record, 'Sublevel') ?? '0') !== '0', {
  to: (_value, { operation, path, body }) => {
    const { ParentRef: parent } = body
    if (operation === 'update' || (!isBlank(parent) && isMeaningful(parent))) return []
    throw new Fault('2020', `ParentRef is required where ${path} is true.`, { element: 'ParentRef' })
  },
  note: 'follows from ParentRef',
})
