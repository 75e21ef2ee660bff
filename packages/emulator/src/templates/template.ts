import { noFaults } from '../host/fault-table.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { addSampleRecords } from './sample/sample.ts'
import { addChartOfAccounts } from './starter/chart-of-accounts.ts'
import { addStarterRecords } from './starter/starter.ts'
import { addSystemLists } from './starter/system-lists.ts'

/** A company file's initial content. */
export type Template = 'sample' | 'starter' | 'empty'

const dayS = 24 * 60 * 60
const foundedDaysAgo = { sample: 740, starter: 400, empty: 400 } as const

/**
 * Fills a new company file with Add requests. `empty` has the chart of accounts and the system lists, `starter` also
 * customers, items and a few invoices, `sample` a whole company with two years' transactions up to now.
 */
export function fillTemplate(template: Template, companyName: string, context: RequestContext): void {
  const founded: RequestContext = {
    ...context,
    faults: noFaults,
    now: context.now - foundedDaysAgo[template] * dayS,
    maxRecords: Number.POSITIVE_INFINITY,
  }
  context.books.putProfile({ companyName, counters: {}, lastRefNumbers: {}, custom: [] })
  addChartOfAccounts(founded)
  addSystemLists(founded)
  if (template === 'starter') addStarterRecords(founded, context.now)
  if (template === 'sample') addSampleRecords(founded, context.now)
}
