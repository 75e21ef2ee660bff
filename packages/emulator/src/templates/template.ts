import { noFaults } from '../host/fault-table.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { addSampleRecords } from './sample/sample.ts'
import { addChartOfAccounts } from './starter/chart-of-accounts.ts'
import { addStarterRecords } from './starter/starter.ts'
import { addSystemLists } from './starter/system-lists.ts'
import { addTradingRecords } from './trading/trading.ts'

/** A company file's initial content. */
export type Template = 'sample' | 'trading' | 'starter' | 'empty'

const dayS = 24 * 60 * 60
const foundedDaysAgo = { sample: 740, trading: 330, starter: 400, empty: 400 } as const

/**
 * Fills a new company file with Add requests. `empty` has the chart of accounts and the system lists, `starter` also
 * customers, items and a few invoices, `sample` a whole company with two years' transactions up to now, `trading` one
 * that trades in several currencies.
 */
export function fillTemplate(template: Template, companyName: string, context: RequestContext): void {
  const isTrading = template === 'trading'
  const founded: RequestContext = {
    ...context,
    switches: { ...context.switches, multiCurrency: context.switches.multiCurrency || isTrading },
    faults: noFaults,
    now: context.now - foundedDaysAgo[template] * dayS,
    maxRecords: Number.POSITIVE_INFINITY,
  }
  context.books.putProfile({
    companyName,
    counters: {},
    lastRefNumbers: {},
    ...(isTrading ? { multiCurrency: true } : {}),
    custom: [],
  })
  addChartOfAccounts(founded)
  addSystemLists(founded)
  if (template === 'starter') addStarterRecords(founded, context.now)
  if (isTrading) addTradingRecords(founded, context.now)
  if (template === 'sample') addSampleRecords(founded, context.now)
}
