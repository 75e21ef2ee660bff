import { Fault } from '@bridge/faults'
import { checkText } from '../check/check-value.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'
import { requireCurrentOn } from './as-of.ts'
import { parseDateLiteral } from './literal.ts'
import type { Query } from './query.ts'

/** A read's parameters, by lower-case name. */
export type ReadParameters = ReadonlyMap<string, string>

/** The longest key of any record, in characters. */
const maxKeyLength = 100

/**
 * Creates the query for a record read by a parameter (`/exchangerate?sourcecurrencycode=EUR`). Throws 2020 if the
 * parameter is missing.
 *
 * @param table one with `readBy`
 */
export function queryByParameter({ name, readBy }: EntityTable, parameters: ReadParameters): Query {
  if (readBy === undefined) throw new Error(`${name} is read by its id`)
  const text = parameters.get(readBy.parameter)?.trim() ?? ''
  if (text === '')
    throw new Fault('2020', `The parameter ${readBy.parameter} is required.`, { element: readBy.parameter })
  checkText(text, readBy.parameter, maxKeyLength)
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
 * Returns the record found by {@link queryByParameter}. Throws 610 if it found nothing, 2010 for an invalid day, and
 * UNSUPPORTED_BY_DESKTOP for a day before the record's, since QuickBooks keeps only the current record.
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
    throw new Fault('610', `The company file has no ${name} with this ${readBy.parameter}.`, {
      element: readBy.parameter,
    })
  const { parameter, key } = readBy.asOf
  const text = parameters.get(parameter)?.trim() ?? ''
  if (text === '') return found
  const day = parseDay(text, parameter)
  const current = found[key]
  if (typeof current === 'string') requireCurrentOn(name, parameter, { day, current })
  return found
}

function parseDay(text: string, parameter: string): string {
  try {
    return parseDateLiteral({ kind: 'string', text }, parameter)
  } catch (cause) {
    throw new Fault('2010', `${parameter} must be a valid date in the form YYYY-MM-DD.`, {
      element: parameter,
      cause,
    })
  }
}
