import type { QbxmlRequest } from '@bridge/qbxml'
import type { QueryRun } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { exchangeReads, useReads } from './exchange.ts'
import { createQueryBudget } from './query-budget.ts'
import { requireCaller } from './require-caller.ts'

/**
 * Exchanges a query's requests until it has its result, its budget is spent or its caller has left. A result
 * still kept by QuickBooks is released in the background.
 *
 * @throws Fault from the query, an exchange, the budget, or the memory that all calls share
 * @throws CallerLeftError
 */
export async function runQuery<Row>(
  company: CompanyFile,
  run: QueryRun<Row>,
): Promise<ReturnType<QueryRun<Row>['finish']>> {
  const budget = createQueryBudget()
  let isWaiting = false
  let heldBytes = 0
  try {
    for (let requests = run.next(); requests.length > 0; requests = run.next()) {
      requireCaller(company)
      budget.spendExchange()
      isWaiting = true
      await useReads(company, requests, (responses, characters) => {
        isWaiting = false
        budget.spendCharacters(characters)
        return run.accept(responses)
      })
      company.held.add(run.sizeBytes - heldBytes)
      heldBytes = run.sizeBytes
    }
    return run.finish()
  } finally {
    company.held.set(company.held.bytes - heldBytes)
    if (!isWaiting) stopIterator(company, run.stop())
  }
}

/** Runs in the background and may fail, because an iterator ends with its session anyway. */
function stopIterator(company: CompanyFile, requests: readonly QbxmlRequest[]): void {
  if (requests.length > 0) void exchangeReads(company, requests).catch(() => undefined)
}
