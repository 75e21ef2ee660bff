import { Problem } from '@bridge/faults'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { countPartlyLogged, countRequests } from './logged-request.store.ts'
import { requestFilterFields, toRequestFilter } from './request-filter.ts'

const dayMs = 24 * 60 * 60 * 1000
const halfHourMs = 30 * 60 * 1000
const maxBuckets = 120

const countsSchema = { ok: z.int(), clientErrors: z.int(), serverErrors: z.int() }
const nothing = { ok: 0, clientErrors: 0, serverErrors: 0 }

export const requestCountOperations = {
  countRequests: operation({
    route: 'GET /requests/counts',
    summary:
      'Counts the requests of an organization over time and by status. The range is the last 24 hours unless since and until say otherwise.',
    about: 'org',
    role: 'member',
    input: z.strictObject({
      ...requestFilterFields,
      buckets: z.coerce.number().int().min(1).max(maxBuckets).default(48),
    }),
    output: z.strictObject({
      since: timeSchema,
      until: timeSchema,
      stepMs: z.number(),
      total: z.strictObject(countsSchema),
      partlyLogged: z
        .int()
        .describe(
          'How many of the realms, at most 1,000, keep failures and samples only, or no requests (the setting logsRequests).',
        ),
      buckets: z.array(z.strictObject({ at: timeSchema, ...countsSchema })),
    }),
    run: async ({ database, clock }, { orgId }, { buckets, ...filter }) => {
      const { since, until } = toRange(filter, clock())
      const stepMs = (until.getTime() - since.getTime()) / buckets
      const [rows, partlyLogged] = await Promise.all([
        countRequests(database, { orgId }, { ...toRequestFilter(filter), since, until }, stepMs),
        countPartlyLogged(database, orgId, filter.realmId),
      ])
      const counted = new Map(rows.map(({ bucket, ...counts }) => [bucket, counts]))
      const parts = Array.from({ length: buckets }, (_, index) => ({
        at: formatTime(new Date(since.getTime() + index * stepMs)),
        ...(counted.get(index) ?? nothing),
      }))
      return {
        since: formatTime(since),
        until: formatTime(until),
        stepMs,
        total: sum(parts),
        partlyLogged,
        buckets: parts,
      }
    },
  }),
}

/**
 * Returns a filter's range; by default the last 24 hours, in half-hours fixed between calls.
 *
 * @throws Problem `invalid_request` if it ends before it begins
 */
export function toRange(
  { since, until }: { readonly since?: Date | undefined; readonly until?: Date | undefined },
  now: Date,
): { readonly since: Date; readonly until: Date } {
  const end = until ?? new Date(Math.ceil(now.getTime() / halfHourMs) * halfHourMs)
  const start = since ?? new Date(end.getTime() - dayMs)
  if (start < end) return { since: start, until: end }
  throw new Problem('invalid_request', 'since must be before until.')
}

type Counts = typeof nothing

function sum(parts: readonly Counts[]): Counts {
  return parts.reduce(
    (total, { ok, clientErrors, serverErrors }) => ({
      ok: total.ok + ok,
      clientErrors: total.clientErrors + clientErrors,
      serverErrors: total.serverErrors + serverErrors,
    }),
    nothing,
  )
}
