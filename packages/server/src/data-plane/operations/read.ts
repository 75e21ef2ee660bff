import { Fault } from '@bridge/faults'
import { type EntityTable, readRequests, readResponses } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { exchangeReads } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/** The id of CompanyInfo and Preferences in the reference API. */
const idOfSingle = '1'

/**
 * Reads one record by its id; CompanyInfo and Preferences, of which there is one, also without. One exchange.
 *
 * @throws Fault `610` for an id that no record has
 */
export async function read(company: CompanyFile, table: EntityTable, id: string | undefined): Promise<Outcome> {
  if (table.kind === 'single' && id !== undefined && id !== idOfSingle && id !== company.realmId) {
    throw new Fault('610', `No ${table.name} has this id. Leave the id out, or name the realm's.`)
  }
  const responses = await exchangeReads(company, readRequests(table, id))
  const { records, warnings } = readResponses(responses, table, company)
  return { body: { [table.name]: records[0] }, warnings }
}
