import { parseQuery, planQuery } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { builtEntity } from '../entity.ts'
import { exchangeReads } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/**
 * Answers a query. One exchange for up to 500 records, further ones for the pages behind them; each page is
 * one message set, so that each stays inside its time budget.
 */
export const query = async (company: CompanyFile, text: string): Promise<Outcome> => {
  const parsed = parseQuery(text)
  const run = planQuery(parsed, builtEntity(parsed.entity, company.entities), company)
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    run.accept(await exchangeReads(company, requests))
  }
  const { queryResponse, warnings } = run.finish()
  return { body: { QueryResponse: queryResponse }, warnings }
}
