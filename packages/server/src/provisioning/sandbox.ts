import { getChangedFaults, sandboxFaults } from '@bridge/emulator'
import { Problem } from '@bridge/faults'
import { z } from 'zod'
import type { Caller } from '../operation/caller.ts'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Owned, OwnedRealmId } from '../operation/owned.ts'
import { printTime, timeSchema } from '../operation/shapes.ts'
import { type SandboxFaults, sandboxFaultsSchema } from '../sandbox/faults.ts'
import type { Services } from '../services/services.ts'
import { findRealmKind, recordSandboxEvent } from './sandbox.store.ts'

/** A sandbox's calls of the UTC day, its records, and its limits. */
export const sandboxUsageSchema = z
  .strictObject({
    callsToday: z.int(),
    callsResetAt: timeSchema.describe('When the calls start over.'),
    records: z.int().describe('Deactivated records count.'),
    limits: z.strictObject({ dailyCalls: z.int(), maxRecords: z.int() }),
  })
  .meta({ id: 'SandboxUsage' })

/** Loads the calls that a sandbox has made this UTC day, resets included, its records, and its limits. */
export async function loadSandboxUsage(
  { sandboxLimiter, sandboxes, clock, config }: Services,
  realmId: OwnedRealmId,
): Promise<z.output<typeof sandboxUsageSchema>> {
  const { limit, remaining } = await sandboxLimiter.consume(realmId, 0)
  const nextDay = new Date(clock())
  nextDay.setUTCHours(24, 0, 0, 0)
  return {
    callsToday: limit - remaining,
    callsResetAt: printTime(nextDay),
    records: await sandboxes.countRecords(realmId),
    limits: { dailyCalls: limit, maxRecords: config.sandboxRecordsMax },
  }
}

const faultsOutputSchema = z.strictObject({ faults: sandboxFaultsSchema })

/** The number of calls that a reset counts as [cp-4.3]. */
const resetCalls = 50

export const sandboxOperations = {
  resetSandbox: operation({
    route: 'POST /realms/{realmId}/sandbox/reset',
    summary: 'Resets the books of a sandbox. Counts as 50 calls of the day.',
    about: 'realm',
    role: 'member',
    input: z.strictObject({ template: z.enum(['sample', 'empty']) }),
    problems: ['production_realm', 'sandbox_daily_limit'],
    output: z.strictObject({ template: z.enum(['sample', 'empty']), records: z.int(), nextSeq: z.int() }),
    run: async (services, call, { template }) => {
      const { clock, sandboxLimiter, sandboxes } = services
      const { id } = call
      await checkSandbox(services, id)
      const { allowed, resetSeconds } = await sandboxLimiter.consume(id, resetCalls)
      if (!allowed) {
        const message = `A reset counts as ${resetCalls} calls of the day, and the sandbox has fewer left. Wait ${resetSeconds} s, or keep its books as they are.`
        throw new Problem('sandbox_daily_limit', message, {}, resetSeconds)
      }
      const { records, nextNumber } = await sandboxes.reset(id, template, (transaction) =>
        recordSandboxEvent(transaction, call, 'sandbox.reset', { template }, call.caller, clock()),
      )
      return { template, records, nextSeq: nextNumber }
    },
  }),

  setSandboxFaults: operation({
    route: 'POST /realms/{realmId}/sandbox/faults',
    summary:
      'Makes a sandbox fail on purpose. Replaces earlier faults: omitted ones are off. A reset turns all of them off.',
    about: 'realm',
    role: 'member',
    input: sandboxFaultsSchema,
    problems: ['production_realm'],
    output: faultsOutputSchema,
    run: async (services, call, faults) => {
      await checkSandbox(services, call.id)
      await setFaults(services, call, faults)
      return { faults }
    },
  }),

  getSandboxFaults: operation({
    route: 'GET /realms/{realmId}/sandbox/faults',
    summary: 'Returns the faults of a sandbox, with the remaining count of those that count down.',
    about: 'realm',
    role: 'member',
    input: noInput,
    problems: ['production_realm'],
    output: faultsOutputSchema,
    run: async (services, { id }) => {
      await checkSandbox(services, id)
      return { faults: await services.sandboxes.faults(id) }
    },
  }),

  clearSandboxFaults: operation({
    route: 'DELETE /realms/{realmId}/sandbox/faults',
    summary: 'Turns off every fault of a sandbox.',
    about: 'realm',
    role: 'member',
    input: noInput,
    problems: ['production_realm'],
    output: noContent,
    run: async (services, call) => {
      await checkSandbox(services, call.id)
      await setFaults(services, call, sandboxFaultsSchema.parse({}))
      return undefined
    },
  }),
}

/** @throws Problem `production_realm` */
async function checkSandbox({ database }: Services, id: OwnedRealmId) {
  if ((await findRealmKind(database, id)) !== 'sandbox') throw new Problem('production_realm')
}

function setFaults(
  { clock, sandboxes }: Services,
  call: Owned<'realm'> & { readonly caller: Caller },
  faults: SandboxFaults,
) {
  const on = getChangedFaults(sandboxFaults, faults)
  return sandboxes.setFaults(call.id, faults, (transaction) =>
    recordSandboxEvent(transaction, call, 'sandbox.faults', on, call.caller, clock()),
  )
}
