import { types } from '@bridge/qbxml'
import { fromNumericId } from '../../ids/numeric-id.ts'
import type { FilterName } from '../table/list-name.ts'
import type { ReportTable } from '../table/report-table.ts'
import { unsupported } from './unsupported.ts'

const maxIds = 1_000

/** The parameters filtering by ID, with the other names clients use. */
export const filterParameters: Readonly<Record<FilterName, readonly string[]>> = {
  customer: ['customer'],
  vendor: ['vendor'],
  item: ['item'],
  class: ['class', 'classid'],
}

export const filterNames = Object.keys(filterParameters) as readonly FilterName[]

/**
 * Parses the filters by ID, each a list with commas [dp-4.6:2]. A repeated parameter adds to the list. Throws
 * REPORT_UNSUPPORTED_OPTION.
 */
export function parseFilters(
  { name, filters }: ReportTable,
  parameters: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<FilterName, readonly string[]> {
  const parsed = new Map<FilterName, readonly string[]>()
  for (const filter of filterNames) {
    for (const parameter of filterParameters[filter]) {
      const ids = getIds(parameters.get(parameter) ?? [])
      if (ids.length === 0) continue
      if (!filters.includes(filter)) throw unsupported(parameter, `${name} has no filter by ${filter}`)
      requireForms(parameter, ids)
      parsed.set(filter, [...new Set([...(parsed.get(filter) ?? []), ...ids])])
    }
    if ((parsed.get(filter)?.length ?? 0) > maxIds) {
      throw unsupported(filter, `it has more than ${maxIds.toLocaleString('en-US')} IDs`)
    }
  }
  if (parsed.has('customer') && parsed.has('vendor')) {
    throw unsupported('vendor', 'QuickBooks Desktop has one filter for customers and vendors')
  }
  return parsed
}

function getIds(values: readonly string[]): readonly string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((id) => fromNumericId(id.trim()))
    .filter((id) => id !== '')
}

function requireForms(parameter: string, ids: readonly string[]): void {
  const wrong = ids.find((id) => !types.id.accepts(id))
  if (wrong !== undefined) throw unsupported(parameter, `no record has the Id ${JSON.stringify(wrong.slice(0, 60))}`)
}
