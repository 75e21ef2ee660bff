import { Fault } from '@bridge/faults'
import { runInSlices } from '@bridge/platform/run-in-slices'
import type { MessageSet } from '@bridge/qbxml'
import {
  type CheckedRecord,
  type CustomValue,
  checkCreate,
  createAddRequest,
  createDefinitionsQuery,
  createModAfterAdd,
  createNewRecord,
  extendContext,
  getCompanionQueries,
  type ReadContext,
  type ReadResult,
  readResponse,
  resolveCustomFields,
} from '@bridge/translation'
import type { WriteDescription } from '../desktop/desktop.ts'
import { checkLetters } from './check-letters.ts'
import type { CompanyFile } from './company-file.ts'
import { compareWritten } from './compare-written.ts'
import { confirmRecord } from './confirm-record.ts'
import { findCurrencies, learnCurrencies } from './currencies.ts'
import { exchange } from './exchange.ts'
import { exchangeWrite } from './exchange-write.ts'
import type { CreateOperation, Outcome } from './operation.ts'
import { prepareBody } from './prepare-body.ts'
import { createCustomFieldSet, writeCustomFields } from './write-custom-fields.ts'

/**
 * Creates a record and returns it as QuickBooks stored it. Takes one exchange; more for values QuickBooks accepts
 * only on an existing record: the Mod's fields, and custom fields, whose definitions are read before anything is
 * written.
 *
 * @throws Fault `CUSTOM_FIELD_UNKNOWN` and the other custom field faults
 */
export async function create(company: CompanyFile, { table, body: sent, write }: CreateOperation): Promise<Outcome> {
  const body = prepareBody(company, table, sent)
  const checked = checkLetters(company, (each) => checkCreate(table, each), body)
  const { record, warnings: confirmed } = await confirmRecord(company, await findCurrencies(company, checked))
  const values = await customValues(company, record)
  const requests = [createAddRequest(record), ...getCompanionQueries(table, company.readContext)]
  const options = { kind: 'write', write, findFollowUps: () => createFollowUps(record, values) } as const
  const [response, ...along] = await exchangeWrite(company, { record, requests }, options)
  await learnCurrencies(company, [response])
  const context = await runInSlices(extendContext(company.readContext, table, along))
  const added = readResponse(response, table, context, record)
  const result = await complete(company, { record, added, context }, values, write)
  return {
    body: { [table.name]: result.records[0] },
    warnings: [...confirmed, ...added.warnings, ...(result === added ? [] : result.warnings)],
    ...compareWritten(record, result, body),
  }
}

/** Creates the message sets after the Add, with a record in place of the one that its response returns. */
function createFollowUps(record: CheckedRecord, values: readonly CustomValue[]): readonly MessageSet[] {
  const added = createNewRecord(record)
  const changed = createModAfterAdd(record, added)
  return [
    ...(changed === undefined ? [] : [{ requests: [changed], onError: 'stopOnError' } as const]),
    ...(values.length === 0 ? [] : [createCustomFieldSet({ table: record.table, record: added }, values)]),
  ]
}

async function customValues(company: CompanyFile, record: CheckedRecord): Promise<readonly CustomValue[]> {
  if (record.customFields.every(({ value }) => value === '')) return []
  return resolveCustomFields(record, await exchange(company, createDefinitionsQuery(), { kind: 'read' }))
}

/** A record after its Add, and the context for reading it. */
interface Added {
  readonly record: CheckedRecord
  readonly added: ReadResult
  readonly context: ReadContext
}

/** Writes the fields the Add does not accept. */
async function complete(
  company: CompanyFile,
  created: Added,
  values: readonly CustomValue[],
  write: WriteDescription,
): Promise<ReadResult> {
  const changed = await changeAdded(company, created, write)
  const [element] = changed.elements
  if (values.length === 0 || element === undefined) return changed
  return writeCustomFields(company, { table: created.record.table, record: element }, values, write)
}

/** Sends the fields only a Mod accepts. The record already exists, and every fault says so. */
async function changeAdded(
  company: CompanyFile,
  { record, added, context }: Added,
  write: WriteDescription,
): Promise<ReadResult> {
  const [element] = added.elements
  const request = element && createModAfterAdd(record, element)
  if (request === undefined) return added
  try {
    return readResponse(await exchange(company, request, { kind: 'write', write }), record.table, context, record)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const detail = `${record.table.name} ${added.records[0]?.Id} was created, but some of its fields could not be set: ${error.detail}`
    if (notSent.has(error.code)) throw new Fault('AGENT_TIMEOUT', detail, { cause: error })
    const { element: field, status } = error
    throw new Fault(error.code, detail, { ...(field && { element: field }), ...(status && { status }), cause: error })
  }
}

/** Codes meaning nothing was written. This is true of the Mod, but not of the whole request. */
const notSent: ReadonlySet<string> = new Set(['AGENT_OFFLINE', 'AGENT_BUSY', 'APP_NOT_OPEN', 'AGENT_EXECUTION_ERROR'])
