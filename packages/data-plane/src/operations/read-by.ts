import { planQuery, queryByParameter, requireRecordForDay } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import type { Operation, Outcome } from './operation.ts'
import { runQuery } from './run-query.ts'

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
  const { queryResponse, warnings } = await runQuery(company, run)
  return { body: { [table.name]: requireRecordForDay(table, parameters, queryResponse) }, warnings }
}
