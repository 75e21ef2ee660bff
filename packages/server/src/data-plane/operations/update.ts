import {
  type CheckedRecord,
  type CustomValue,
  checkUpdate,
  customFieldDefinitions,
  type EntityTable,
  type JsonObject,
  modRequest,
  needsCurrent,
  type ReadContext,
  readRequests,
  readResponse,
  readResponses,
  resolveCustomFields,
  withCustomFields,
  writeWarnings,
} from '@bridge/translation'
import type { Element } from '@bridge/translation/qbxml'
import type { CompanyFile } from '../company-file.ts'
import { exchange, exchangeReads } from '../exchange.ts'
import type { Outcome } from '../operation.ts'
import { confirmItems } from './confirm-items.ts'
import { writeCustomFields } from './write-custom-fields.ts'

/**
 * Changes the named fields of a record and gives it as QuickBooks stored it. One exchange; two where the
 * current record must be known first, as for a new line table; three where custom fields change, whose definitions are
 * read before anything is written.
 *
 * @throws Fault `CUSTOM_FIELD_UNKNOWN` and the other faults of custom fields
 */
export const update = async (
  company: CompanyFile,
  table: EntityTable,
  body: unknown,
  requestId: string | undefined,
): Promise<Outcome> => {
  const record = checkUpdate(table, body)
  await confirmItems(company, record)
  const current = needsCurrent(record) ? await readCurrent(company, record) : undefined
  const write = { entity: table.name, operation: 'update', ...(requestId === undefined ? {} : { requestId }) } as const
  const response = await exchange(company, modRequest(record, current?.element), { kind: 'write', write })
  const changed = readResponse(response, table, current?.context ?? company, record)
  const [element] = changed.elements
  const values = current?.customValues ?? []
  if (element !== undefined && values.length > 0) {
    const result = await writeCustomFields(company, { table, record: element }, values, write)
    const warnings = [...changed.warnings, ...result.warnings, ...writeWarnings(record, result)]
    return { body: { [table.name]: result.records[0] }, warnings }
  }
  const written = changed.records[0] ?? {}
  return {
    body: { [table.name]: current === undefined ? written : withCustomFields(written, current.record) },
    warnings: [...changed.warnings, ...writeWarnings(record, changed)],
  }
}

/** A record before its update, and which custom values change on it. */
interface Current {
  readonly element: Element | undefined
  readonly context: ReadContext
  readonly record: JsonObject
  readonly customValues: readonly CustomValue[]
}

const readCurrent = async (company: CompanyFile, record: CheckedRecord): Promise<Current> => {
  const { table, id, customFields } = record
  const definitions = customFields.length === 0 ? [] : [customFieldDefinitions()]
  const responses = await exchangeReads(company, [...definitions, ...readRequests(table, id)])
  const read = readResponses(responses.slice(definitions.length), table, company)
  const [element] = read.elements
  const [defined] = definitions.length === 0 ? [] : responses
  const customValues = defined === undefined ? [] : resolveCustomFields(record, defined, element)
  return { element, context: read.context, record: read.records[0] ?? {}, customValues }
}
