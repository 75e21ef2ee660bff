import type { RowOrder } from '../table/report-request.ts'
import type { ReportTable } from '../table/report-table.ts'
import type { GetValue } from './parse-dates.ts'
import { unsupported } from './unsupported.ts'

export const orderParameters = ['sort_by', 'sort_order'] as const

/** Parses the order of a report's rows. Throws REPORT_UNSUPPORTED_OPTION. */
export function parseOrder({ name, layout }: ReportTable, getValue: GetValue): RowOrder | undefined {
  const [column, direction] = orderParameters.map((parameter) => getValue(parameter)?.toLowerCase())
  if (direction !== undefined && direction !== 'ascend' && direction !== 'descend') {
    throw unsupported('sort_order', 'the values are ascend and descend')
  }
  const isDescending = direction === 'descend'
  if (column === undefined && !isDescending) return undefined
  const parameter = column === undefined ? 'sort_order' : 'sort_by'
  if (layout.kind !== 'detail' || !layout.isFlat) {
    throw unsupported(parameter, `the rows of ${name} are in sections, whose order is that of QuickBooks Desktop`)
  }
  const keys = layout.columns.map(({ key }) => key)
  const columnKey = column ?? keys[0] ?? ''
  if (!keys.includes(columnKey)) throw unsupported(parameter, `the columns of ${name} are ${keys.join(', ')}`)
  return { columnKey, isDescending }
}
