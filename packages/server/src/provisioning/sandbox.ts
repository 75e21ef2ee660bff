import { Problem } from '@bridge/faults'
import { z } from 'zod'
import type { OwnedRealmId } from './membership.ts'
import { operation } from './operation.ts'
import type { OperationDependencies } from './operation-dependencies.ts'
import { findRealmKind, recordReset } from './sandbox.store.ts'

/** What a sandbox used of its day, and what it may use. */
export const sandboxUsage = z.strictObject({
  callsToday: z.int(),
  limits: z.strictObject({ dailyCalls: z.int(), maxRecords: z.int() }),
})

/** The calls that a sandbox has made this UTC day, resets included, and its limits. */
export const readSandboxUsage = async (
  { sandboxLimiter, config }: OperationDependencies,
  realmId: OwnedRealmId,
): Promise<z.output<typeof sandboxUsage>> => {
  const { limit, remaining } = await sandboxLimiter.take(realmId, 0)
  return { callsToday: limit - remaining, limits: { dailyCalls: limit, maxRecords: config.sandboxRecordsMax } }
}

/** What a reset costs of the day's calls (specification, rule 4.3). */
const resetCalls = 50

export const sandboxOperations = {
  resetSandbox: operation({
    route: 'POST /realms/{realmId}/sandbox/reset',
    summary: 'Loads the books of a sandbox anew. Costs 50 of the calls of the day.',
    about: 'realm',
    role: 'member',
    input: z.strictObject({ template: z.enum(['sample', 'empty']) }),
    output: z.strictObject({ template: z.enum(['sample', 'empty']), records: z.int(), nextSeq: z.int() }),
    run: async ({ database, clock, sandboxLimiter, sandboxes }, call, { template }) => {
      const { id } = call
      if ((await findRealmKind(database, id)) !== 'sandbox') throw new Problem('production_realm')
      const { allowed, resetSeconds } = await sandboxLimiter.take(id, resetCalls)
      if (!allowed) {
        const message = `A reset costs ${resetCalls} calls of the day, and the sandbox has fewer left. Wait ${resetSeconds} s, or go on with its books as they are.`
        throw new Problem('sandbox_daily_limit', message, {}, resetSeconds)
      }
      const { records, nextNumber } = await sandboxes.reset(id, template)
      await recordReset(database, call, template, call.caller, clock())
      return { template, records, nextSeq: nextNumber }
    },
  }),
}
