import { Fault } from '@bridge/faults'
import { type EntityTable, readRequests } from '@bridge/translation'
import {
  childText,
  type Element,
  type MessageSet,
  type MessageSetResponse,
  type QbxmlRequest,
  type QbxmlResponse,
} from '@bridge/translation/qbxml'
import type { CompanyFile } from '../data-plane/company-file.ts'
import { send } from '../data-plane/exchange.ts'

/**
 * Whether QuickBooks gave an answer from its record of message sets: such a one names what was written, and holds
 * nothing of it, nor of what its queries found (facts/qbxml.md, section 7).
 */
export function isRecovered({ responses }: MessageSetResponse): boolean {
  return responses.some(
    (response) =>
      isEmptiedQuery(response) ||
      (response.elements.some(isRecovery) && !response.elements.some(({ name }) => name.endsWith('Ret'))),
  )
}

/** A query that finds nothing says so by its status (1, or 500 for an id). */
function isEmptiedQuery({ name, statusCode, elements }: QbxmlResponse): boolean {
  return name.endsWith('QueryRs') && statusCode === 0 && elements.length === 0
}

function isRecovery({ name }: { readonly name: string }): boolean {
  return name === 'ErrorRecovery'
}

/**
 * A recovered answer as QuickBooks first gave it: with the records that were written, read as they are now, and with
 * what the set's own queries find. One further exchange.
 *
 * @throws Fault `REQUEST_OUTCOME_UNKNOWN` where a record cannot be read
 */
export async function completeRecovered(
  company: CompanyFile,
  table: EntityTable,
  set: MessageSet,
  recovered: MessageSetResponse,
): Promise<MessageSetResponse> {
  const missing = recovered.responses.map((response, index) => missingOf(table, set.requests[index], response))
  const requests = missing.flatMap((each) => each.requests)
  if (requests.length === 0) return recovered
  const found = await send(company, { requests, onError: 'continueOnError' }, { kind: 'read' })
  if (!found.sent || found.lost) throw unreadable('it cannot be read at present. Repeat with the same requestid')
  const read = found.answer.responses.values()
  const responses = recovered.responses.map((response, index): QbxmlResponse => {
    const asked = missing[index]
    const elements = asked?.requests.flatMap(() => read.next().value?.elements ?? []) ?? []
    if (asked?.id === undefined) return asked?.requests.length ? { ...response, elements } : response
    const written = elements.filter((element) => idsOf(element).includes(asked.id))
    if (written.length === 0) throw unreadable('it is not there any more. Query the company file')
    return { ...response, elements: written }
  })
  return { ...recovered, responses }
}

/** What a recovered response lacks: what its query found, or the record that was written. */
interface Missing {
  readonly requests: readonly QbxmlRequest[]
  /** Of the record that was written. */
  readonly id?: string
}

function missingOf(table: EntityTable, request: QbxmlRequest | undefined, response: QbxmlResponse): Missing {
  if (request === undefined || response.statusSeverity === 'Error') return { requests: [] }
  if (request.name.endsWith('QueryRq')) return { requests: [request] }
  const recovery = response.elements.find(isRecovery)
  const id = recovery && (childText(recovery, 'ListID') ?? childText(recovery, 'TxnID'))
  return id !== undefined && answersRecord(table, request)
    ? { requests: readRequests(table, id), id }
    : { requests: [] }
}

/** An add or a mod of a record answers with the record; a void or a deletion names it only. */
function answersRecord({ variants }: EntityTable, { name }: QbxmlRequest): boolean {
  return variants.some(({ desktop }) => name === `${desktop}AddRq` || name === `${desktop}ModRq`)
}

function unreadable(what: string): Fault {
  return new Fault(
    'REQUEST_OUTCOME_UNKNOWN',
    `QuickBooks Desktop carried the write out, but could not be asked for the record: ${what}.`,
  )
}

function idsOf(element: Element): readonly (string | undefined)[] {
  return [childText(element, 'TxnID'), childText(element, 'ListID')]
}
