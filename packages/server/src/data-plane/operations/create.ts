import { addRequest, checkCreate, type EntityTable, readResponse, writeWarnings } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { exchange } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/** Creates a record and gives it as QuickBooks stored it. One exchange. */
export const create = async (
  company: CompanyFile,
  table: EntityTable,
  body: unknown,
  requestId: string | undefined,
): Promise<Outcome> => {
  const record = checkCreate(table, body)
  const write = { entity: table.name, operation: 'create', ...(requestId === undefined ? {} : { requestId }) } as const
  const response = await exchange(company, addRequest(record), { kind: 'write', write })
  const result = readResponse(response, table, company, record)
  return { body: { [table.name]: result.records[0] }, warnings: [...result.warnings, ...writeWarnings(record, result)] }
}
