import { createDeleteRequest, readResponse } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { exchange } from './exchange.ts'
import type { DeleteOperation, Outcome } from './operation.ts'

/**
 * Deletes a transaction. QuickBooks accepts no SyncToken for a deletion, so a stale one is not detected. Takes one
 * exchange.
 */
export async function remove(company: CompanyFile, { table, id, write }: DeleteOperation): Promise<Outcome> {
  const response = await exchange(company, createDeleteRequest(table, id), { kind: 'write', write })
  const { warnings } = readResponse(response, table, company.readContext)
  return { body: { [table.name]: { Id: id, status: 'Deleted', domain: 'QBO' } }, warnings }
}
