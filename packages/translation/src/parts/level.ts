import { Fault } from '@bridge/faults'
import { childText } from '@bridge/qbxml'
import { isBlank, isMeaningful } from '../check/check-value.ts'
import type { JsonObject } from '../table/json.ts'
import type { DerivedRow } from '../table/row.ts'
import { derived } from '../table/rows.ts'

/** Whether a record has a parent in its list; true needs `ParentRef`. */
export const isBelowParent: DerivedRow = derived('bool', (record) => (childText(record, 'Sublevel') ?? '0') !== '0', {
  reads: ['Sublevel'],
  to: (_value, { operation, path, body, checkStored }) => {
    const requireParent = (record: JsonObject): void => {
      if (!hasParent(record))
        throw new Fault('2020', `ParentRef is required where ${path} is true.`, { element: 'ParentRef' })
    }
    if (operation === 'create') requireParent(body)
    else if (!hasParent(body)) checkStored(requireParent)
    return []
  },
  note: 'follows from ParentRef',
})

function hasParent({ ParentRef: parent }: JsonObject): boolean {
  return !isBlank(parent) && isMeaningful(parent)
}
