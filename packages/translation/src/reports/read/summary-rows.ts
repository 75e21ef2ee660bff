import { childText } from '@bridge/qbxml'
import type { Cell } from '../table/report.ts'
import type { SummaryLayout } from '../table/summary-layout.ts'
import type { FlatRow } from './desktop-report.ts'
import { isZero } from './money.ts'
import { getShownId, type NameIndex, toShownLabel } from './name-index.ts'
import type { RowRenderer } from './nest-rows.ts'
import { type CellSource, toShownName } from './summary-columns.ts'

/** Creates the renderer for reports with one row per name. */
export function createSummaryRenderer(
  { first, rowType, rows, blanksZeros }: SummaryLayout,
  sources: readonly CellSource[],
  names: NameIndex,
): RowRenderer {
  const findRecord = (fullName: string | undefined) =>
    fullName === undefined ? undefined : names.find([first.list], fullName)

  const renderFirst = (title: string, fullName: string | undefined): Cell => {
    const record = findRecord(fullName)
    const id = getShownId(names, record)
    return { value: toShownLabel(title, record), ...(id !== undefined && { id }) }
  }
  const renderRest = (row: FlatRow | undefined, fullName?: string, blank = ''): readonly Cell[] => {
    const record = sources.some(({ measure }) => measure?.element !== undefined) ? findRecord(fullName) : undefined
    return sources.map(({ index, measure }) => {
      if (measure?.element !== undefined) return { value: (record && childText(record, measure.element)) ?? '' }
      const printed = (index === undefined ? undefined : row?.values[index]) ?? ''
      const value = printed === '' || (blanksZeros && isZero(printed) && row?.isTotal !== true) ? blank : printed
      return { value: value !== '' && measure?.suffix !== undefined ? withSuffix(value, measure.suffix) : value }
    })
  }

  return {
    renderRow(row, section) {
      const path = section?.fullName === undefined ? row.label : `${section.fullName}:${row.label}`
      const fullName = row.fullName ?? path
      return {
        ColData: [
          renderFirst(row.fullName === undefined ? toShownName(row.label) : row.label || fullName, fullName),
          ...renderRest(row, fullName),
        ],
        ...(rowType !== undefined && { type: rowType }),
      }
    },
    showLabel: (label, fullName) => toShownLabel(label, findRecord(fullName)),
    renderHeader: (title, fullName, ownRow) => ({
      ColData: [renderFirst(title, fullName), ...renderRest(ownRow)],
    }),
    renderSummary: (title, row) => ({
      ColData: [{ value: title }, ...renderRest(row, undefined, row?.isTotal ? rows.total?.blank : undefined)],
    }),
  }
}

function withSuffix(value: string, suffix: string): string {
  return value.endsWith(suffix) ? value : `${value}${suffix}`
}
