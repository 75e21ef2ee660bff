import { requireRealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import {
  type Element,
  findRequestViolations,
  parseMessageSetResponse,
  type QbxmlRequest,
  type QbxmlResponse,
  serializeMessageSet,
} from '@bridge/qbxml'
import { checkCreate, checkUpdate } from '../src/check/check.ts'
import { findEntity } from '../src/entities/index.ts'
import type { Currencies } from '../src/parts/currencies.ts'
import { readRecord } from '../src/read/read.ts'
import { createCompanyMemory } from '../src/table/company-memory.ts'
import type { EntityTable } from '../src/table/entity-table.ts'
import type { JsonObject } from '../src/table/json.ts'
import type { ReadContext } from '../src/table/traits.ts'
import { createAddRequest, createModRequest } from '../src/write/requests.ts'

/** The context in which tests read records. */
export const context = { realmId: requireRealmId('1234567890123456') }

/** Creates a context whose reads also read the lists remembered by calls. */
export function createRememberingContext() {
  return { ...context, now: new Date('2026-03-16T10:00:00Z'), memory: createCompanyMemory() }
}

/** Returns a supported entity's table. */
export function requireTable(name: string): EntityTable {
  const found = findEntity(name)
  if (found?.kind !== 'built') throw new Error(`${name} is not supported.`)
  return found.table
}

/** Removes the blanks between elements. */
export function compact(xml: string): string {
  return xml.trim().replace(/>\s+</g, '><')
}

/** Serializes a request as compact text, without its envelope. Throws if it violates the message tables. */
export function serializeRequest(request: QbxmlRequest): string {
  const violations = findRequestViolations(request)
  if (violations.length > 0) throw new Error(JSON.stringify(violations))
  const text = serializeMessageSet({ requests: [request], onError: 'stopOnError' })
  return compact(text.slice(text.indexOf('<', text.indexOf('onError')), text.indexOf('</QBXMLMsgsRq>'))).replace(
    ' requestID="1"',
    '',
  )
}

/** Serializes the request creating a record. Throws the faults from its check. */
export function serializeCreate(table: EntityTable, body: unknown): string {
  return serializeRequest(createAddRequest(checkCreate(table, body)))
}

/** Serializes the request updating a record. Some updates require the stored record. */
export function serializeUpdate(table: EntityTable, body: unknown, stored?: string): string {
  return serializeRequest(
    createModRequest(checkUpdate(table, body), stored === undefined ? undefined : parseElement(stored)),
  )
}

/** Creates a response with the given elements. */
export function parseResponse(
  name: string,
  elements: string,
  status = { code: 0, severity: 'Info', message: 'Status OK' },
): QbxmlResponse {
  const head = `<${name} requestID="1" statusCode="${status.code}" statusSeverity="${status.severity}" statusMessage="${status.message}"`
  const [response] = parseMessageSetResponse(
    `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${head}>${elements}</${name}></QBXMLMsgsRs></QBXML>`,
  ).responses
  if (response === undefined) throw new Error('The text contains no response.')
  return response
}

/** Parses a single record. */
export function parseElement(xml: string): Element {
  const [element] = parseResponse('CustomerQueryRs', compact(xml)).elements
  if (element === undefined) throw new Error('The text contains no element.')
  return element
}

/** Reads a desktop record as client-side JSON. */
export function read(name: string, xml: string, using: ReadContext = context): JsonObject {
  return readRecord(requireTable(name), parseElement(xml), using)
}

/** The currencies of a company file that trades in several. */
export const currencies: Currencies = new Map([
  ['80000096-1', { code: 'USD', name: 'US Dollar', isActive: true, isHome: true }],
  ['80000033-1', { code: 'EUR', name: 'Euro', isActive: true, isHome: false }],
  ['80000024-1', { code: 'CAD', name: 'Canadian Dollar', isActive: false, isHome: false }],
])

/** Creates a context in which calls know {@link currencies}. */
export function createTradingContext() {
  const remembering = createRememberingContext()
  const time = remembering.now.getTime()
  remembering.memory.set('currencies', { entries: currencies, readAt: time, checkedAt: time })
  return remembering
}

export function catchFault(act: () => unknown): Fault {
  try {
    act()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('No fault was thrown.')
}

/** A record's currency in a single-currency file. */
export const inDollars = { CurrencyRef: { value: 'USD', name: 'United States Dollar' } }

/** The fields on a line with a cost for no customer. */
export const untaxedCost = { BillableStatus: 'NotBillable', TaxCodeRef: { value: 'NON' } }

/** A list record's first elements in qbXML. */
export const listIdentity = `
  <ListID>80000004-1782900005</ListID>
  <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
  <EditSequence>7</EditSequence>`

/** The fields read from {@link listIdentity} in an active record. */
export const shownIdentity = {
  domain: 'QBO',
  sparse: false,
  Id: '80000004-1782900005',
  SyncToken: '7',
  MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
  Active: true,
}

/** The name list queries sent with reads of transactions on which any name can be. */
export const payeeQueries = ['Vendor', 'Employee', 'OtherName'].map(
  (list) =>
    `<${list}QueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>ListID</IncludeRetElement></${list}QueryRq>`,
)
