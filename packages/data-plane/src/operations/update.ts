import { runInSlices } from '@bridge/platform/run-in-slices'
import type { Element } from '@bridge/qbxml'
import { runAtOnce } from '@bridge/qbxml'
import {
  type AdjustedUpdate,
  type CheckedRecord,
  type CustomValue,
  checkUpdate,
  createDefinitionsQuery,
  createModRequest,
  createReadAfterMod,
  createReadRequests,
  extendContext,
  getCompanionQueries,
  type JsonObject,
  needsCurrent,
  planAdjustments,
  type ReadContext,
  type ReadResult,
  readResponse,
  readResponses,
  repeatsUnchangeable,
  requireAdjusted,
  resolveCustomFields,
} from '@bridge/translation'
import { checkLetters } from './check-letters.ts'
import type { CompanyExchangeOptions, CompanyFile } from './company-file.ts'
import { compareWritten } from './compare-written.ts'
import { confirmRecord } from './confirm-record.ts'
import { findCurrencies, learnCurrencies } from './currencies.ts'
import { exchangeReads } from './exchange.ts'
import { exchangeWrite } from './exchange-write.ts'
import type { Outcome, UpdateOperation } from './operation.ts'
import { prepareBody } from './prepare-body.ts'
import { createCustomFieldSet, writeCustomFields } from './write-custom-fields.ts'

/**
 * Changes the sent fields of a record and returns it as QuickBooks stored it. Takes one exchange; two if the current
 * record is needed first, as for a new line table; three if custom fields change, whose definitions are read before
 * anything is written.
 *
 * @throws Fault `CUSTOM_FIELD_UNKNOWN` and the other custom field faults
 */
export async function update(company: CompanyFile, { table, body: sent, write }: UpdateOperation): Promise<Outcome> {
  const body = prepareBody(company, table, sent)
  const checked = checkLetters(company, (each) => checkUpdate(table, each), body)
  const current = needsCurrent(checked) ? await readCurrent(company, checked) : undefined
  const { record, currencies } = await findCurrencies(company, checked)
  if (current?.element !== undefined && repeatsUnchangeable(record, current.element, current.record)) {
    return { body: { [table.name]: current.record }, warnings: [] }
  }
  const planned = planAdjustments(record, current?.element, company.readContext.namedRecords ?? new Map())
  const known = { record: planned.record, ...(currencies && { currencies }) }
  const { record: written, warnings: confirmed } = await confirmRecord(company, known, current?.element)
  const values = current?.customValues ?? []
  const findFollowUps = () =>
    current?.element === undefined || values.length === 0
      ? []
      : [createCustomFieldSet({ table, record: current.element }, values)]
  const options = { kind: 'write', write, findFollowUps } as const
  const { changed, whole } = await change(company, { ...planned, record: written }, current, options)
  const [element] = changed.elements
  const result =
    element === undefined || values.length === 0
      ? whole
      : await writeCustomFields(company, { table, record: element }, values, write)
  const warnings = new Set([...confirmed, ...changed.warnings, ...result.warnings])
  return {
    body: { [table.name]: result.records[0] },
    warnings: [...warnings],
    ...compareWritten(record, result, body),
  }
}

/** A record before its update, and the changing custom values. */
interface Current {
  readonly element: Element | undefined
  readonly context: ReadContext
  readonly record: JsonObject
  readonly customValues: readonly CustomValue[]
}

async function readCurrent(company: CompanyFile, record: CheckedRecord): Promise<Current> {
  const { table, id, customFields } = record
  const definitions = customFields.length === 0 ? [] : [createDefinitionsQuery()]
  const responses = await exchangeReads(company, [
    ...definitions,
    ...createReadRequests(table, id, company.readContext),
  ])
  await learnCurrencies(company, responses)
  const read = await runInSlices(readResponses(responses.slice(definitions.length), table, company.readContext, id))
  const [element] = read.elements
  const [defined] = definitions.length === 0 ? [] : responses
  const customValues = defined === undefined ? [] : resolveCustomFields(record, defined, element)
  return { element, context: read.context, record: read.records[0] ?? {}, customValues }
}

/**
 * The record in the Mod's response, and the whole record as read afterwards, or the former twice if the read failed.
 */
interface Changed {
  readonly changed: ReadResult
  readonly whole: ReadResult
}

async function change(
  company: CompanyFile,
  { record, adjustments }: AdjustedUpdate,
  current: Current | undefined,
  options: CompanyExchangeOptions,
): Promise<Changed> {
  const { table } = record
  const query = current?.customValues.length ? undefined : createReadAfterMod(record, current?.element)
  const reads = query === undefined ? [] : [query]
  const companions = current === undefined ? getCompanionQueries(table, company.readContext) : []
  const requests = [
    createModRequest(record, current?.element, current?.context),
    ...adjustments,
    ...reads,
    ...companions,
  ]
  const [mod, ...along] = await exchangeWrite(company, { record, requests, current: current?.element }, options)
  await learnCurrencies(company, [mod])
  const others = along.slice(adjustments.length)
  const [read] = query === undefined ? [] : others
  const context = current?.context ?? (await runInSlices(extendContext(company.readContext, table, others)))
  const changed = readResponse(mod, table, context, record)
  requireAdjusted(record, along.slice(0, adjustments.length))
  const isRead = read !== undefined && read.statusSeverity !== 'Error' && read.elements.length > 0
  return { changed, whole: isRead ? runAtOnce(readResponses([read], table, context)) : changed }
}
