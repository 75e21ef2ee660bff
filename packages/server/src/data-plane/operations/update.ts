import {
  type CheckedRecord,
  checkUpdate,
  type EntityTable,
  modRequest,
  needsCurrent,
  readRequests,
  readResponse,
  readResponses,
  writeWarnings,
} from '@bridge/translation'
import type { Element } from '@bridge/translation/qbxml'
import type { CompanyFile } from '../company-file.ts'
import { exchange, exchangeReads } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/**
 * Changes the named fields of a record and gives it as QuickBooks stored it. One exchange; two where the
 * current record must be known first, as for a new line table.
 */
export const update = async (
  company: CompanyFile,
  table: EntityTable,
  body: unknown,
  requestId: string | undefined,
): Promise<Outcome> => {
  const record = checkUpdate(table, body)
  const current = needsCurrent(record) ? await currentElement(company, record) : undefined
  const write = { entity: table.name, operation: 'update', ...(requestId === undefined ? {} : { requestId }) } as const
  const response = await exchange(company, modRequest(record, current), { kind: 'write', write })
  const result = readResponse(response, table, company, record)
  return { body: { [table.name]: result.records[0] }, warnings: [...result.warnings, ...writeWarnings(record, result)] }
}

const currentElement = async (company: CompanyFile, { table, id }: CheckedRecord): Promise<Element | undefined> => {
  const responses = await exchangeReads(company, readRequests(table, id))
  return readResponses(responses, table, company).elements[0]
}
