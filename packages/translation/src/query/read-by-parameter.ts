import { Fault } from '@bridge/faults'
import { checkText } from '../check/check-value.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'
import { dateLiteral } from './literal.ts'
import type { Query } from './query.ts'

/** Parameters of a read, by their names in lower case. */
export type ReadParameters = ReadonlyMap<string, string>

/** Characters of a key; longer ones are no record's. */
const keyMax = 100

/**
 * The query that finds a record which is read by a parameter (`/exchangerate?sourcecurrencycode=EUR`).
 * Throws 2020 where the parameter is missing.
 *
 * @param table one that says `readBy`
 */
export function queryByParameter({ name, readBy }: EntityTable, parameters: ReadParameters): Query {
  if (readBy === undefined) throw new Error(`${name} is read by its id`)
  const text = parameters.get(readBy.parameter)?.trim() ?? ''
  if (text === '')
    throw new Fault('2020', `reading ${name} takes the parameter ${readBy.parameter}`, { element: readBy.parameter })
  checkText(text, readBy.parameter, keyMax)
  return {
    entity: name,
    selection: { kind: 'all' },
    conditions: [{ property: readBy.key, operator: '=', values: [{ kind: 'string', text }] }],
    sortings: [],
    startPosition: 1,
    maxResults: 1,
  }
}

/**
 * The record that {@link queryByParameter} found. Throws 610 where there is none, 2010 for a day that is none, and
 * UNSUPPORTED_BY_DESKTOP for a day before the record's: QuickBooks keeps nothing older.
 */
export function requireRecordForDay(
  { name, readBy }: EntityTable,
  parameters: ReadParameters,
  queryResponse: JsonObject,
): JsonObject {
  if (readBy === undefined) throw new Error(`${name} is read by its id`)
  const records = queryResponse[name]
  const [found] = Array.isArray(records) ? records : []
  if (!isJsonObject(found))
    throw new Fault('610', `no ${name} has this ${readBy.parameter} in the company file`, {
      element: readBy.parameter,
    })
  const { parameter, key } = readBy.asOf
  const asked = parameters.get(parameter)?.trim() ?? ''
  if (asked === '') return found
  const day = asOfDay(asked, parameter)
  const known = found[key]
  if (typeof known === 'string' && day < known) {
    throw new Fault(
      'UNSUPPORTED_BY_DESKTOP',
      `${parameter}: QuickBooks Desktop keeps the present ${name} alone, the one of ${known}; none of ${day} is known`,
      { element: parameter },
    )
  }
  return found
}

function asOfDay(text: string, parameter: string): string {
  try {
    return dateLiteral({ kind: 'string', text }, parameter)
  } catch (cause) {
    throw new Fault('2010', `${parameter} must be a date of the calendar in the form YYYY-MM-DD`, {
      element: parameter,
      cause,
    })
  }
}
