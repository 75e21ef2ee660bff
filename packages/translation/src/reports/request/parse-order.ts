import type { RowOrder } from '../table/report-request.ts'
import type { ReportTable } from '../table/report-table.ts'
import type { GetValue } from './parse-dates.ts'
import { unsupported } from './unsupported.ts'

export const orderParameters = ['sort_by', 'sort_order'] as const

/**
 * Parses the order of a report's rows. Throws REPORT_UNSUPPORTED_OPTION. The columns of summaries depend on what
 * QuickBooks returns, and are checked then.
 */
export function parseOrder({ name, layout }: ReportTable, getValue: GetValue): RowOrder | undefined {
  const [column, direction] = orderParameters.map((parameter) => getValue(parameter)?.toLowerCase())
  if (direction !== undefined && direction !== 'ascend' && direction !== 'descend') {
    throw unsupported('sort_order', 'the values are ascend and descend')
  }
  const isDescending = direction === 'descend'
  if (column === undefined) return isDescending ? { isDescending } : undefined
  if (layout.kind === 'detail') {
    const keys = layout.columns.map(({ key }) => key)
    if (!keys.includes(column)) throw unsupported('sort_by', `the columns of ${name} are ${keys.join(', ')}`)
  }
  return { columnKey: column, isDescending }
}
