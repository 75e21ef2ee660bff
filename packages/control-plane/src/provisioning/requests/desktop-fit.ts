import { type FaultCode, findFaultRow } from '@bridge/faults'
import { printableSchema } from '@bridge/identity/access/name'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { findRejection } from '@bridge/translation'
import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { type FailureRow, findFailures } from './failure.store.ts'
import { loadFailureDetails } from './failure-details.ts'
import { countUsage } from './logged-request.store.ts'

const maxGaps = 200
const daysMs = 30 * 86_400_000

/** Codes for requests without an equivalent in QuickBooks Desktop, and what to do where the tables do not say it. */
const gapCodes = {
  UNSUPPORTED_BY_DESKTOP: 'Send the call without the field or the link, and make the change in QuickBooks Desktop.',
  UNSUPPORTED_QUERY:
    'Narrow the query with a range on TxnDate or MetaData.LastUpdatedTime, or with Id, and read changes with /cdc.',
  UNMAPPED_ACCOUNT_TYPE: 'Send AccountType with one of the values on the page of Account.',
  REPORT_UNKNOWN: 'Read one of the reports in the documentation, or query the transactions it would list.',
  REPORT_UNSUPPORTED_OPTION: 'Read the report without the parameter, and choose its rows in your app.',
} satisfies Partial<Record<FaultCode, string>>

export const desktopFitOperations = {
  getDesktopFit: operation({
    route: 'GET /requests/desktop-fit',
    summary:
      'Lists what QuickBooks Desktop cannot do among the calls of the last 30 days, by client, each with its alternative.',
    about: 'org',
    role: 'member',
    input: z.strictObject({ clientId: printableSchema.max(64).optional() }),
    output: z.strictObject({
      calls: z.int(),
      gaps: z.array(
        z.strictObject({
          clientId: z.string().nullable(),
          clientName: z.string().nullable(),
          code: z.string(),
          operation: z.string().nullable(),
          entity: z.string().nullable(),
          field: z.string().nullable(),
          reason: z.string(),
          alternative: z.string(),
          count: z.int(),
          lastAt: timeSchema,
          sampleId: z.string(),
        }),
      ),
    }),
    run: async ({ database, clock }, { orgId }, filter) => {
      const since = new Date(clock().getTime() - daysMs)
      const [calls, rows] = await Promise.all([
        countUsage(database, orgId, { ...filter, since }),
        findFailures(database, orgId, filter, { codes: Object.keys(gapCodes), limit: maxGaps }),
      ])
      const getDetail = await loadFailureDetails(database, orgId, rows)
      return {
        calls,
        gaps: rows.map((row) => ({
          clientId: row.clientId,
          clientName: row.clientName,
          code: row.code,
          operation: row.operation,
          entity: row.entity,
          field: row.field,
          ...explainGap(row, getDetail(row)),
          count: row.count,
          lastAt: formatTime(row.lastAt),
          sampleId: row.sampleId,
        })),
      }
    },
  }),
}

/** Explains a gap by the tables, which remain after the bodies have expired, or else by the fault's detail. */
function explainGap(row: FailureRow, detail: string | undefined) {
  const rejection = findRejection(row)
  const said = detail?.replace(/ https?:\/\/\S+$/, '')
  // A detail begins with the reason. Its other sentences say what works.
  const end = said?.indexOf('. ') ?? -1
  const advice = end < 0 ? undefined : said?.slice(end + 2)
  return {
    reason: rejection?.reason === undefined ? (said ?? findFaultRow(row.code).when) : toSentence(rejection.reason),
    alternative: rejection?.instead ?? advice ?? findFallback(row.code),
  }
}

function findFallback(code: string): string {
  return Object.entries(gapCodes).find(([each]) => each === code)?.[1] ?? ''
}

function toSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}
