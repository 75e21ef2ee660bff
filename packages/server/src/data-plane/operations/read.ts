import { type EntityTable, readRequest, readResponse } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { exchange } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/** Reads one record by its id; CompanyInfo and Preferences, of which there is one, without. One exchange. */
export const read = async (company: CompanyFile, table: EntityTable, id: string | undefined): Promise<Outcome> => {
  const response = await exchange(company, readRequest(table, id), { kind: 'read' })
  const { records, warnings } = readResponse(response, table, company)
  return { body: { [table.name]: records[0] }, warnings }
}
