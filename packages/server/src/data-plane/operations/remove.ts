import { deleteRequest, type EntityTable, readResponse } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { exchange } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/** Deletes a transaction. QuickBooks asks for no SyncToken, so a stale one is not noticed. One exchange. */
export async function remove(
  company: CompanyFile,
  table: EntityTable,
  id: string,
  requestId: string | undefined,
): Promise<Outcome> {
  const write = { entity: table.name, operation: 'delete', requestId } as const
  const response = await exchange(company, deleteRequest(table, id), { kind: 'write', write })
  const { warnings } = readResponse(response, table, company)
  return { body: { [table.name]: { Id: id, status: 'Deleted', domain: 'QBO' } }, warnings }
}
