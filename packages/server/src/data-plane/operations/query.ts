import { parseQuery, planQuery, type QueryRun } from '@bridge/translation'
import type { QbxmlRequest } from '@bridge/translation/qbxml'
import type { CompanyFile } from '../company-file.ts'
import { builtEntity } from '../entity.ts'
import { exchangeReads } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/**
 * Answers a query. One exchange for up to 500 records, further ones for the pages behind them; each page is
 * one message set, so that each stays inside its time budget.
 */
export async function query(
  company: CompanyFile,
  text: string,
  { explain = false }: { readonly explain?: boolean | undefined } = {},
): Promise<Outcome> {
  const parsed = parseQuery(text)
  const run = planQuery(parsed, builtEntity(parsed.entity, company.entities), company)
  const { queryResponse, warnings } = await runQuery(company, run)
  const plan = explain ? { plan: printExplanation(run.explain()) } : {}
  return { body: { QueryResponse: queryResponse }, warnings, ...plan }
}

async function runQuery(company: CompanyFile, run: QueryRun): Promise<ReturnType<QueryRun['finish']>> {
  let isAnswered = true
  try {
    for (let requests = run.next(); requests.length > 0; requests = run.next()) {
      isAnswered = false
      const responses = await exchangeReads(company, requests)
      isAnswered = true
      run.accept(responses)
    }
    return run.finish()
  } finally {
    if (isAnswered) giveUp(company, run.stop())
  }
}

/** Nobody waits for it, and nothing follows from its failure: what it gives up ends with the session in any case. */
function giveUp(company: CompanyFile, requests: readonly QbxmlRequest[]): void {
  if (requests.length > 0) void exchangeReads(company, requests).catch(() => undefined)
}

/** In one line, what took the time first. */
function printExplanation({ fetched, messageSets, local, requests }: ReturnType<QueryRun['explain']>): string {
  return [
    `records fetched: ${fetched}`,
    `message sets: ${messageSets}`,
    `checked here: ${local.length === 0 ? 'nothing' : local.join(', ')}`,
    `asked of QuickBooks: ${requests.length === 0 ? 'nothing' : requests.join(' | ')}`,
  ].join('; ')
}
