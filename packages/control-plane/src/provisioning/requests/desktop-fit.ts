import { type FaultCode, findFaultRow } from '@bridge/faults'
import { printableSchema } from '@bridge/identity/access/name'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { describeEntity, findEntity } from '@bridge/translation'
import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { loadFailureDetails } from './failure-details.ts'
import { countUsage, type FailureRow, findFailures } from './logged-request.store.ts'

const maxGaps = 200
const daysMs = 30 * 86_400_000

/** Codes for requests without an equivalent in QuickBooks Desktop. */
const gapCodes: readonly FaultCode[] = [
  'UNSUPPORTED_BY_DESKTOP',
  'UNSUPPORTED_QUERY',
  'UNMAPPED_ACCOUNT_TYPE',
  'REPORT_UNKNOWN',
  'REPORT_UNSUPPORTED_OPTION',
]

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
        findFailures(database, orgId, filter, { codes: gapCodes, limit: maxGaps }),
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
          reason: findReason(row) ?? getDetail(row) ?? findFaultRow(row.code).when,
          alternative: findFaultRow(row.code).fixes.at(-1) ?? '',
          count: row.count,
          lastAt: formatTime(row.lastAt),
          sampleId: row.sampleId,
        })),
      }
    },
  }),
}

/** Finds the reason in the entity's table, which remains after the bodies have expired. */
function findReason({ entity, field }: Pick<FailureRow, 'entity' | 'field'>): string | undefined {
  const found = entity === null ? undefined : findEntity(entity)
  if (found?.kind === 'refused') return toSentence(found.reason)
  if (found === undefined || field === null) return undefined
  const path = field.replaceAll('[]', '')
  const reason = describeEntity(found.table)
    .variants.flatMap(({ fields }) => fields)
    .find((described) => described.path === path && described.reason !== undefined)?.reason
  return reason === undefined ? undefined : toSentence(reason)
}

function toSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}
