import { findFaultRow } from '@bridge/faults'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { findFailures, findKnownFailures } from './failure.store.ts'
import { loadFailureDetails } from './failure-details.ts'
import { countCalls } from './logged-request.store.ts'
import { requestFilterFields, toRequestFilter } from './request-filter.ts'
import { describeRequest } from './request-sentence.ts'

const maxGroups = 200

export const requestFailureOperations = {
  listFailures: operation({
    route: 'GET /requests/failures',
    summary:
      'Groups the failed requests of an organization by code, entity, field and client, the most frequent first, with the fix.',
    about: 'org',
    role: 'member',
    input: z.strictObject({
      ...requestFilterFields,
      limit: z.coerce.number().int().min(1).max(maxGroups).default(50),
    }),
    output: z.strictObject({
      calls: z.int(),
      failures: z.int(),
      groups: z.array(
        z.strictObject({
          code: z.string(),
          status: z.int(),
          message: z.string(),
          sentence: z.string().describe('The latest of these requests in words.'),
          entity: z.string().nullable(),
          field: z.string().nullable(),
          clientId: z.string().nullable(),
          clientName: z.string().nullable(),
          count: z.int(),
          share: z.number().describe('The share of all calls, from 0 to 1.'),
          firstAt: timeSchema,
          lastAt: timeSchema,
          sampleId: z.string().describe('The latest of these requests.'),
          isNew: z.boolean().describe('Whether the log has none of this kind before since.'),
          fix: z.string(),
        }),
      ),
    }),
    run: async ({ database }, { orgId }, { limit, ...sent }) => {
      const filter = toRequestFilter(sent)
      const [{ calls, failures }, rows] = await Promise.all([
        countCalls(database, orgId, filter),
        findFailures(database, orgId, filter, { limit }),
      ])
      const [getDetail, known] = await Promise.all([
        loadFailureDetails(database, orgId, rows),
        filter.since && rows.length > 0 ? findKnownFailures(database, orgId, rows, filter.since) : undefined,
      ])
      return {
        calls,
        failures,
        groups: rows.map(({ operation: _, firstAt, lastAt, ...row }, place) => {
          const { message, fixes } = findFaultRow(row.code)
          return {
            ...row,
            message,
            sentence: describeRequest({ ...row, operation: null }, getDetail(row)),
            share: calls === 0 ? 0 : row.count / calls,
            firstAt: formatTime(firstAt),
            lastAt: formatTime(lastAt),
            isNew: known !== undefined && !known.has(place),
            fix: fixes[0] ?? '',
          }
        }),
      }
    },
  }),
}
