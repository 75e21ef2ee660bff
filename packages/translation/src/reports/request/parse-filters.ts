import { types } from '@bridge/qbxml'
import { fromNumericId } from '../../ids/numeric-id.ts'
import type { FilterName } from '../table/list-name.ts'
import type { ReportTable } from '../table/report-table.ts'
import type { WordFilterName } from '../table/word-filter-name.ts'
import { filterNames, idFilters, wordFilterNames, wordFilters } from './filter-rows.ts'
import { unsupported } from './unsupported.ts'

const maxIds = 1_000

type Parameters = ReadonlyMap<string, readonly string[]>

export interface ParsedFilters {
  readonly filters: ReadonlyMap<FilterName, readonly string[]>
  /** The desktop's words. */
  readonly words: ReadonlyMap<WordFilterName, readonly string[]>
}

/**
 * Parses the filters, each a list with commas [dp-4.6:2]. A repeated parameter adds to the list. Throws
 * REPORT_UNSUPPORTED_OPTION.
 */
export function parseFilters(table: ReportTable, parameters: Parameters): ParsedFilters {
  const parsed = { filters: parseIds(table, parameters), words: parseWords(table, parameters) }
  const nameByElement = new Map<string, string>()
  for (const [name, element] of listElements(parsed)) {
    const first = nameByElement.get(element)
    if (first !== undefined) throw unsupported(name, `QuickBooks Desktop has one filter for it and ${first}`)
    nameByElement.set(element, name)
  }
  return parsed
}

function listElements({ filters, words }: ParsedFilters): readonly (readonly [name: string, element: string])[] {
  return [
    ...[...filters.keys()].map((name) => [name, idFilters[name].element] as const),
    ...[...words.keys()].map((name) => [name, wordFilters[name].element] as const),
  ]
}

function parseIds({ name, filters }: ReportTable, parameters: Parameters): ParsedFilters['filters'] {
  const parsed = new Map<FilterName, readonly string[]>()
  for (const filter of filterNames) {
    for (const parameter of idFilters[filter].parameters) {
      const ids = getValues(parameters.get(parameter) ?? []).map(fromNumericId)
      if (ids.length === 0) continue
      if (!filters.includes(filter)) throw unsupported(parameter, `${name} has no filter by ${filter}`)
      requireForms(parameter, ids)
      parsed.set(filter, [...new Set([...(parsed.get(filter) ?? []), ...ids])])
    }
    if ((parsed.get(filter)?.length ?? 0) > maxIds) {
      throw unsupported(filter, `it has more than ${maxIds.toLocaleString('en-US')} IDs`)
    }
  }
  return parsed
}

function parseWords({ name, words = [] }: ReportTable, parameters: Parameters): ParsedFilters['words'] {
  const parsed = new Map<WordFilterName, readonly string[]>()
  for (const filter of wordFilterNames) {
    const values = getValues(parameters.get(filter) ?? [])
    if (values.length === 0) continue
    if (!words.includes(filter)) throw unsupported(filter, `${name} has no filter by ${filter}`)
    const found = new Set(values.map((value) => requireWord(filter, value)))
    // A word for all types among others leaves none out.
    const desktop = found.has(undefined) ? [] : [...found].flatMap((word) => word ?? [])
    if (desktop.length > 1 && !wordFilters[filter].takesSeveral) {
      throw unsupported(filter, 'QuickBooks Desktop takes one type at a time')
    }
    if (desktop.length > 0) parsed.set(filter, desktop)
  }
  return parsed
}

function requireWord(filter: WordFilterName, value: string): string | undefined {
  const { words } = wordFilters[filter]
  const folded = value.toLowerCase().replace(/[\s_-]+/g, '')
  if (Object.hasOwn(words, folded)) return words[folded]
  throw unsupported(filter, `QuickBooks Desktop has no type ${JSON.stringify(value.slice(0, 60))}`)
}

function getValues(values: readonly string[]): readonly string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function requireForms(parameter: string, ids: readonly string[]): void {
  const wrong = ids.find((id) => !types.id.accepts(id))
  if (wrong !== undefined) throw unsupported(parameter, `no record has the Id ${JSON.stringify(wrong.slice(0, 60))}`)
}
