import { Fault } from '@bridge/faults'
import { findEntity } from '../src/entities/index.ts'
import type { Element } from '../src/qbxml/element.ts'
import {
  findRequestViolations,
  parseMessageSetResponse,
  printMessageSet,
  type QbxmlRequest,
  type QbxmlResponse,
} from '../src/qbxml/index.ts'
import { readRecord } from '../src/read/read.ts'
import type { EntityTable } from '../src/table/entity-table.ts'
import type { JsonObject } from '../src/table/json.ts'

/** The realm of every test. */
export const context = { realmId: '1234567890123456' }

/** A table that is built. */
export function tableOf(name: string): EntityTable {
  const found = findEntity(name)
  if (found?.kind !== 'built') throw new Error(`${name} is not built`)
  return found.table
}

/** qbXML without the blanks between its elements. */
export function compact(xml: string): string {
  return xml.trim().replace(/>\s+</g, '><')
}

/** A request as compact text, without its envelope. Throws where it breaks the message tables. */
export function printRequest(request: QbxmlRequest): string {
  const violations = findRequestViolations(request)
  if (violations.length > 0) throw new Error(JSON.stringify(violations))
  const text = printMessageSet({ requests: [request], onError: 'stopOnError' })
  return compact(text.slice(text.indexOf('<', text.indexOf('onError')), text.indexOf('</QBXMLMsgsRq>'))).replace(
    ' requestID="1"',
    '',
  )
}

/** A response that holds these elements. */
export function responseOf(
  name: string,
  elements: string,
  status = { code: 0, severity: 'Info', message: 'Status OK' },
): QbxmlResponse {
  const head = `<${name} requestID="1" statusCode="${status.code}" statusSeverity="${status.severity}" statusMessage="${status.message}"`
  const [response] = parseMessageSetResponse(
    `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${head}>${elements}</${name}></QBXMLMsgsRs></QBXML>`,
  ).responses
  if (response === undefined) throw new Error('no response')
  return response
}

/** A record element from its text. */
export function elementOf(xml: string): Element {
  const [element] = responseOf('CustomerQueryRs', compact(xml)).elements
  if (element === undefined) throw new Error('no element')
  return element
}

/** A desktop record in the client's shape. */
export function read(name: string, xml: string): JsonObject {
  return readRecord(tableOf(name), elementOf(xml), context)
}

/** The fault that something throws. */
export function faultOf(act: () => unknown): Fault {
  try {
    act()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('no fault was thrown')
}

/** How a record of a list begins in qbXML. */
export const listIdentity = `
  <ListID>80000004-1782900005</ListID>
  <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
  <EditSequence>7</EditSequence>`

/** What the client is shown of {@link listIdentity}, in an active record. */
export const shownIdentity = {
  domain: 'QBO',
  sparse: false,
  Id: '80000004-1782900005',
  SyncToken: '7',
  MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
  Active: true,
}
