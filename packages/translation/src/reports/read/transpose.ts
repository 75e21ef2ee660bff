import type { Sliced } from '@bridge/qbxml'
import Big from 'big.js'
import type { Cell, DataRow, SectionRow } from '../table/report.ts'
import type { TransposedLayout } from '../table/transposed-layout.ts'
import { type DesktopColumn, type DesktopContent, isEndOfSlice } from './desktop-report.ts'
import { fold } from './fold.ts'
import { formatAmount, readAmount } from './money.ts'
import { getShownId, type NameIndex } from './name-index.ts'
import { readSubject, toShownName } from './summary-columns.ts'

/** Renders the desktop's columns as rows, with a total. Names with only zero amounts are left out. */
export function* transpose(
  { first, columns }: TransposedLayout,
  content: DesktopContent,
  names: NameIndex,
): Sliced<{ readonly rows: readonly DataRow[]; readonly total: SectionRow | undefined }> {
  const valuesByLabel = yield* sumByLabel(content)
  const countAmounts = ({ index }: DesktopColumn): readonly Big[] =>
    columns.map(({ adds = [], subtracts = [] }) => {
      const added = adds.reduce((sum, label) => sum.plus(valuesByLabel.get(fold(label))?.[index] ?? 0), new Big(0))
      return subtracts.reduce((sum, label) => sum.minus(valuesByLabel.get(fold(label))?.[index] ?? 0), added)
    })
  const rows: DataRow[] = []
  let total: SectionRow | undefined
  for (const column of content.columns) {
    const { name, isTotal } = readSubject([column])
    const amounts = countAmounts(column)
    const cells = amounts.map((amount): Cell => ({ value: formatAmount(amount) }))
    if (isTotal) {
      total = { Summary: { ColData: [{ value: 'TOTAL' }, ...cells] }, type: 'Section', group: 'GrandTotal' }
    } else if (amounts.some((amount) => !amount.eq(0))) {
      const record = names.find([first.list], name)
      const id = getShownId(names, record)
      rows.push({ ColData: [{ value: toShownName(name), ...(id !== undefined && { id }) }, ...cells] })
    }
  }
  return { rows, total: rows.length > 0 ? total : undefined }
}

/** Adds up the closing rows of the report's own sections, by label. */
function* sumByLabel(content: DesktopContent): Sliced<ReadonlyMap<string, readonly Big[]>> {
  const sums = new Map<string, readonly Big[]>()
  let position = 0
  for (const { kind, label, fullName, values } of content.readRows()) {
    if (isEndOfSlice(position++)) yield
    if (kind !== 'closing' || fullName !== undefined) continue
    const known = sums.get(fold(label))
    sums.set(
      fold(label),
      values.map((value, index) => readAmount(value).plus(known?.[index] ?? 0)),
    )
  }
  return sums
}
