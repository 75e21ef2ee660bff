import { parseQuery, planRows, type QueryRun, readQueryIds } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { createToRow } from './create-to-row.ts'
import { requireSupportedEntity } from './find-entity.ts'
import type { Operation, Outcome } from './operation.ts'
import { runQuery } from './run-query.ts'

/**
 * Runs a query. Takes one exchange for up to 500 records, and one more for each further 500: one message set each stays
 * within the agent's timeout. Pages of an unconditioned list share an ID list; see `docs/guides/queries.md`.
 */
export async function query(
  company: CompanyFile,
  { text, explain = false }: Omit<Extract<Operation, { readonly kind: 'query' }>, 'kind'>,
): Promise<Outcome> {
  const parsed = readQueryIds(parseQuery(text))
  const list = company.idLists?.open(parsed)
  const table = requireSupportedEntity(parsed.entity, company.entities)
  const run = planRows(parsed, table, company.readContext, createToRow(company, table.name), list)
  const { queryResponse, warnings } = await runQuery(company, run)
  if (list !== undefined && list.ids.length > 0) company.idLists?.keep(parsed, list)
  const formatPlan = () => formatExplanation(run.explain())
  return { body: { QueryResponse: queryResponse }, warnings, formatPlan, ...(explain && { plan: formatPlan() }) }
}

/** Prints the explanation in one line, the most expensive part first. */
function formatExplanation({ fetched, messageSets, local, requests }: ReturnType<QueryRun['explain']>): string {
  return [
    `records fetched: ${fetched}`,
    `message sets: ${messageSets}`,
    `filtered by the service: ${local.length === 0 ? 'none' : local.join(', ')}`,
    `sent to QuickBooks: ${requests.length === 0 ? 'none' : requests.join(' | ')}`,
  ].join('; ')
}
