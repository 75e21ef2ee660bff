import { parseQuery, planQuery, type QueryRun } from '@bridge/translation'
import type { QbxmlRequest } from '@bridge/translation/qbxml'
import type { CompanyFile } from './company-file.ts'
import { exchangeReads } from './exchange.ts'
import { requireSupportedEntity } from './find-entity.ts'
import type { Operation, Outcome } from './operation.ts'

/**
 * Runs a query. Takes one exchange for up to 500 records, and one more for each further 500: one message set each stays
 * within the agent's timeout. Pages of an unconditioned list share a list of IDs; see `docs/guides/queries.md`.
 */
export async function query(
  company: CompanyFile,
  { text, explain = false }: Omit<Extract<Operation, { readonly kind: 'query' }>, 'kind'>,
): Promise<Outcome> {
  const parsed = parseQuery(text)
  const list = company.idLists?.open(parsed)
  const run = planQuery(parsed, requireSupportedEntity(parsed.entity, company.entities), company.readContext, list)
  const { queryResponse, warnings } = await runQuery(company, run)
  if (list !== undefined && list.ids.length > 0) company.idLists?.keep(parsed, list)
  const printPlan = () => printExplanation(run.explain())
  return { body: { QueryResponse: queryResponse }, warnings, printPlan, ...(explain && { plan: printPlan() }) }
}

async function runQuery(company: CompanyFile, run: QueryRun): Promise<ReturnType<QueryRun['finish']>> {
  let isWaiting = false
  try {
    for (let requests = run.next(); requests.length > 0; requests = run.next()) {
      isWaiting = true
      const responses = await exchangeReads(company, requests)
      isWaiting = false
      run.accept(responses)
    }
    return run.finish()
  } finally {
    if (!isWaiting) stopIterator(company, run.stop())
  }
}

/** Runs in the background and may fail, because an iterator ends with its session anyway. */
function stopIterator(company: CompanyFile, requests: readonly QbxmlRequest[]): void {
  if (requests.length > 0) void exchangeReads(company, requests).catch(() => undefined)
}

/** Prints the explanation in one line, the most expensive part first. */
function printExplanation({ fetched, messageSets, local, requests }: ReturnType<QueryRun['explain']>): string {
  return [
    `records fetched: ${fetched}`,
    `message sets: ${messageSets}`,
    `checked here: ${local.length === 0 ? 'nothing' : local.join(', ')}`,
    `asked of QuickBooks: ${requests.length === 0 ? 'nothing' : requests.join(' | ')}`,
  ].join('; ')
}
