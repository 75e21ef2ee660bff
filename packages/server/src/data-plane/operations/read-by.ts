import { planQuery, queryByParameter, requireRecordForDay } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { exchangeReads } from './exchange.ts'
import type { Operation, Outcome } from './operation.ts'

/**
 * Reads one record by a parameter instead of an id (`/exchangerate?sourcecurrencycode=EUR`). Takes one exchange.
 *
 * @throws Fault `2020` without the parameter, `610` if no record has it
 */
export async function readBy(
  company: CompanyFile,
  { table, parameters }: Extract<Operation, { readonly kind: 'read-by' }>,
): Promise<Outcome> {
  const run = planQuery(queryByParameter(table, parameters), table, company.readContext)
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    run.accept(await exchangeReads(company, requests))
  }
  const { queryResponse, warnings } = run.finish()
  return { body: { [table.name]: requireRecordForDay(table, parameters, queryResponse) }, warnings }
}
