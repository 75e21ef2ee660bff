import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { beliefs, type ReportRow } from '@bridge/truth'
import { z } from 'zod'
import { noInput, operation } from '../operation/operation.ts'
import { findLatestChecks } from '../truth/truth-report.store.ts'

const checkSchema = z.strictObject({
  id: z.string().describe('The check’s number.'),
  label: z.string().describe('The statement that the check tests.'),
  outcome: z
    .enum(['passed', 'failed', 'skipped'])
    .describe('`skipped` if there was no session with QuickBooks, nothing to check, or a result that shows neither.'),
  found: z.string().describe('What the agent found: codes and counts.'),
  remedy: z.string().nullable().describe('The remedy; null if the check passed.'),
})

type Check = z.output<typeof checkSchema>

const checksSchema = z.strictObject({
  at: timeSchema.describe('When the service received the results.'),
  agentVersion: z.string(),
  product: z.string().describe('The edition of QuickBooks.'),
  version: z.string().describe('The version of QuickBooks.'),
  checks: z.array(checkSchema),
})

/** The remedy if there was no session. */
const askAgain =
  'Open the company file in QuickBooks, close its dialogs, and choose “Check this QuickBooks” in the menu of the agent.'

export const quickBooksCheckOperations = {
  getQuickBooksChecks: operation({
    route: 'GET /realms/{realmId}/quickbooks-checks',
    summary:
      'Returns the results of the agent’s latest QuickBooks checks, which follow its first session with the company file; null before.',
    about: 'realm',
    role: 'viewer',
    input: noInput,
    output: z.strictObject({ latest: checksSchema.nullable() }),
    run: async ({ database }, { id }) => {
      const latest = await findLatestChecks(database, id)
      if (latest === undefined) return { latest: null }
      const { receivedAt, agentVersion, product, release, rows } = latest
      return {
        latest: { at: formatTime(receivedAt), agentVersion, product, version: release, checks: listChecks(rows) },
      }
    },
  }),
}

/** Returns the checks in the words of the portal; those without words are for the makers of the service. */
export function listChecks(rows: readonly ReportRow[]): Check[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return beliefs.flatMap(({ id, first }): Check[] => {
    const row = byId.get(id)
    if (first === undefined || row === undefined) return []
    const { found } = row
    const check = { id, label: first.label, found }
    if (row.outcome === 'refuted') return [{ ...check, outcome: 'failed', remedy: first.remedy }]
    if (row.outcome === 'proved') return [{ ...check, outcome: 'passed', remedy: null }]
    // A company file without customers has no pages of them, and QuickBooks has one class of two: nothing is to be done.
    return [{ ...check, outcome: 'skipped', remedy: hasNoSession(row) ? askAgain : null }]
  })
}

function hasNoSession({ found }: ReportRow): boolean {
  return found.startsWith('no session') || found.startsWith('Another company file')
}
