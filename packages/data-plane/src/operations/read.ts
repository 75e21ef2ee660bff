import { Fault } from '@bridge/faults'
import { runInSlices } from '@bridge/platform/run-in-slices'
import { createReadRequests, readResponses } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { exchangeReads } from './exchange.ts'
import type { Operation, Outcome } from './operation.ts'

/** CompanyInfo's and Preferences' id in QBO. */
const singletonId = '1'

/**
 * Reads one record by its id, which CompanyInfo and Preferences do not need. Takes one exchange.
 *
 * @throws Fault `610` if no record has the id
 */
export async function read(
  company: CompanyFile,
  { table, id }: Extract<Operation, { readonly kind: 'read' }>,
): Promise<Outcome> {
  if (table.kind === 'single' && id !== undefined && id !== singletonId && id !== company.realmId) {
    throw new Fault('610', `No ${table.name} has this id. Omit the id, or use the realm ID.`)
  }
  const responses = await exchangeReads(company, createReadRequests(table, id, company.readContext))
  const { records, warnings } = await runInSlices(
    readResponses(responses, table, company.readContext, table.kind === 'single' ? undefined : id),
  )
  return { body: { [table.name]: records[0] }, warnings }
}
