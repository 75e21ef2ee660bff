import { parseQuery, planQuery } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { builtEntity } from '../entity.ts'
import { exchange } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/**
 * Answers a query. One exchange for up to 500 records, further ones for the pages behind them; each page is
 * one message set, so that each stays inside its time budget.
 */
export const query = async (company: CompanyFile, text: string): Promise<Outcome> => {
  const parsed = parseQuery(text)
  const run = planQuery(parsed, builtEntity(parsed.entity), company)
  for (let request = run.next(); request; request = run.next()) {
    run.accept(await exchange(company, request, { kind: 'read' }))
  }
  const { queryResponse, warnings } = run.finish()
  return { body: { QueryResponse: queryResponse }, warnings }
}
