import { Fault } from '@bridge/faults'
import {
  childText,
  type Element,
  type MessageSet,
  type MessageSetResponse,
  type QbxmlRequest,
  type QbxmlResponse,
} from '@bridge/qbxml'
import { createReadRequests, type EntityTable } from '@bridge/translation'
import type { CompanyFile } from '../operations/company-file.ts'

/**
 * Returns whether a response comes from QuickBooks' record of message sets, which names the written records but
 * contains neither them nor query results; see `docs/quickbooks/qbxml.md#error-recovery`.
 */
export function isRecovered({ responses }: MessageSetResponse): boolean {
  return responses.some(
    (response) =>
      isEmptiedQuery(response) ||
      (response.elements.some(isRecovery) && !response.elements.some(({ name }) => name.endsWith('Ret'))),
  )
}

/** A query without results has another status: 1, or 500 for an id. */
function isEmptiedQuery({ name, statusCode, elements }: QbxmlResponse): boolean {
  return name.endsWith('QueryRs') && statusCode === 0 && elements.length === 0
}

function isRecovery({ name }: { readonly name: string }): boolean {
  return name === 'ErrorRecovery'
}

/**
 * Completes a recovered response with the written records' current state and the set's query results. Takes one
 * exchange.
 *
 * @throws Fault `REQUEST_OUTCOME_UNKNOWN` if a record cannot be read
 */
export async function completeRecovered(
  company: CompanyFile,
  table: EntityTable,
  set: MessageSet,
  recovered: MessageSetResponse,
): Promise<MessageSetResponse> {
  const missing = recovered.responses.map((response, index) => findMissing(table, set.requests[index], response))
  const requests = missing.flatMap((each) => each.requests)
  if (requests.length === 0) return recovered
  const found = await company.exchange({ requests, onError: 'continueOnError' }, { kind: 'read' })
  if (!found.sent || found.lost) throw unreadable('Repeat the request with the same requestid.')
  const read = found.response.responses.values()
  const responses = recovered.responses.map((response, index): QbxmlResponse => {
    const gap = missing[index]
    const elements = gap?.requests.flatMap(() => read.next().value?.elements ?? []) ?? []
    if (gap?.id === undefined) return gap?.requests.length ? { ...response, elements } : response
    const written = elements.filter((element) => getIds(element).includes(gap.id))
    if (written.length === 0) throw unreadable('It no longer exists: query the company file.')
    return { ...response, elements: written }
  })
  return { ...recovered, responses }
}

/** The requests for what a recovered response lacks: its query results, or the written record. */
interface Missing {
  readonly requests: readonly QbxmlRequest[]
  /** The written record's ID. */
  readonly id?: string
}

function findMissing(table: EntityTable, request: QbxmlRequest | undefined, response: QbxmlResponse): Missing {
  if (request === undefined || response.statusSeverity === 'Error') return { requests: [] }
  if (request.name.endsWith('QueryRq')) return { requests: [request] }
  const recovery = response.elements.find(isRecovery)
  const id = recovery && (childText(recovery, 'ListID') ?? childText(recovery, 'TxnID'))
  return id !== undefined && returnsRecord(table, request)
    ? { requests: createReadRequests(table, id), id }
    : { requests: [] }
}

/** An add or a mod returns the record; a void or a deletion only names it. */
function returnsRecord({ variants }: EntityTable, { name }: QbxmlRequest): boolean {
  return variants.some(({ desktop }) => name === `${desktop}AddRq` || name === `${desktop}ModRq`)
}

function unreadable(advice: string): Fault {
  return new Fault(
    'REQUEST_OUTCOME_UNKNOWN',
    `QuickBooks Desktop applied the write, but its record could not be read. ${advice}`,
  )
}

function getIds(element: Element): readonly (string | undefined)[] {
  return [childText(element, 'TxnID'), childText(element, 'ListID')]
}
