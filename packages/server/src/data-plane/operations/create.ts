import { Fault } from '@bridge/faults'
import {
  addRequest,
  alongRequests,
  type CheckedRecord,
  type CustomValue,
  checkCreate,
  customFieldDefinitions,
  type EntityTable,
  modAfterAdd,
  type ReadResult,
  readResponse,
  resolveCustomFields,
  withNameLists,
  writeWarnings,
} from '@bridge/translation'
import type { WriteDescription } from '../../desktop/desktop.ts'
import type { CompanyFile } from '../company-file.ts'
import { exchange } from '../exchange.ts'
import type { Outcome } from '../operation.ts'
import { confirmItems } from './confirm-items.ts'
import { exchangeWrite } from './exchange-write.ts'
import { writeCustomFields } from './write-custom-fields.ts'

/**
 * Creates a record and gives it as QuickBooks stored it. One exchange; further ones for what QuickBooks takes on an
 * existing record alone: a second write, and custom fields, whose definitions are read before anything is written.
 *
 * @throws Fault `CUSTOM_FIELD_UNKNOWN` and the other faults of custom fields
 */
export async function create(
  company: CompanyFile,
  table: EntityTable,
  body: unknown,
  requestId: string | undefined,
): Promise<Outcome> {
  const record = checkCreate(table, body)
  await confirmItems(company, record)
  const values = await customValues(company, record)
  const write = { entity: table.name, operation: 'create', requestId } as const
  const requests = [addRequest(record), ...alongRequests(table)]
  const [response, ...along] = await exchangeWrite(company, record, requests, { kind: 'write', write })
  const added = readResponse(response, table, withNameLists(company, table, along), record)
  const result = await complete(company, record, added, values, write)
  return {
    body: { [table.name]: result.records[0] },
    warnings: [...added.warnings, ...(result === added ? [] : result.warnings), ...writeWarnings(record, result)],
  }
}

async function customValues(company: CompanyFile, record: CheckedRecord): Promise<readonly CustomValue[]> {
  if (record.customFields.every(({ value }) => value === '')) return []
  return resolveCustomFields(record, await exchange(company, customFieldDefinitions(), { kind: 'read' }))
}

/** What follows the Add, on the record as it is now. */
async function complete(
  company: CompanyFile,
  record: CheckedRecord,
  added: ReadResult,
  values: readonly CustomValue[],
  write: WriteDescription,
): Promise<ReadResult> {
  const changed = await changeAdded(company, record, added, write)
  const [element] = changed.elements
  if (values.length === 0 || element === undefined) return changed
  return writeCustomFields(company, { table: record.table, record: element }, values, write)
}

/** Sends what QuickBooks takes on a Mod alone. The record exists by now, so a fault must say so. */
async function changeAdded(
  company: CompanyFile,
  record: CheckedRecord,
  added: ReadResult,
  write: WriteDescription,
): Promise<ReadResult> {
  const [element] = added.elements
  const request = element && modAfterAdd(record, element)
  if (request === undefined) return added
  try {
    return readResponse(await exchange(company, request, { kind: 'write', write }), record.table, company, record)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const detail = `${record.table.name} ${added.records[0]?.Id} is created, but not everything of it could be set: ${error.detail}`
    if (notSent.has(error.code)) throw new Fault('AGENT_TIMEOUT', detail, { cause: error })
    const { element: field, status } = error
    throw new Fault(error.code, detail, { ...(field && { element: field }), ...(status && { status }), cause: error })
  }
}

/** Codes that promise that nothing was carried out, which is true of the second write and not of the request. */
const notSent: ReadonlySet<string> = new Set(['AGENT_OFFLINE', 'APP_NOT_OPEN', 'AGENT_EXECUTION_ERROR'])
