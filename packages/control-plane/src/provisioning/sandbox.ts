import { type AuditRow, sandboxTemplateSchema } from '@bridge/agent-protocol'
import { type SandboxFaults, sandboxFaultsSchema } from '@bridge/data-plane/sandbox/faults'
import { getChangedFaults, sandboxFaults } from '@bridge/emulator/sandbox-faults'
import { Problem } from '@bridge/faults'
import { toAuditRow } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned, OwnedRealmId } from '@bridge/identity/access/owned'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { findRealmKind } from './sandbox.store.ts'

/** A sandbox's calls on the UTC day, its records, and its limits. */
export const sandboxUsageSchema = z
  .strictObject({
    callsToday: z.int(),
    callsResetAt: timeSchema.describe('When the calls start over.'),
    records: z.int().nullable().describe('Deactivated records count. `null` while the sandbox does not respond.'),
    limits: z.strictObject({ dailyCalls: z.int(), maxRecords: z.int() }),
  })
  .meta({ id: 'SandboxUsage' })

/** Loads a sandbox's calls on this UTC day, including resets, its records, and its limits. */
export async function loadSandboxUsage(
  { sandboxLimiter, sandboxes, clock, config }: Services,
  { id, orgId }: { readonly id: OwnedRealmId<'viewer'>; readonly orgId: string },
): Promise<z.output<typeof sandboxUsageSchema>> {
  const { limit, remaining } = await sandboxLimiter.consume(orgId, 0)
  const nextDay = new Date(clock())
  nextDay.setUTCHours(24, 0, 0, 0)
  return {
    callsToday: limit - remaining,
    callsResetAt: formatTime(nextDay),
    records: await sandboxes.countRecords(id).catch(unlessUnavailable),
    limits: { dailyCalls: limit, maxRecords: config.sandboxRecordsMax },
  }
}

function unlessUnavailable(error: unknown): null {
  if (error instanceof Problem && error.code === 'service_unavailable') return null
  throw error
}

const faultsOutputSchema = z.strictObject({ faults: sandboxFaultsSchema })

/** How many calls a reset counts as, for the day [cp-4.3] and the minute: it takes half a second on a processor. */
const resetCalls = 50

type ResetServices = Pick<Services, 'sandboxLimiter'>

/** @throws Problem `sandbox_daily_limit` if the organization's sandbox has fewer calls left than a reset counts as */
export async function requireCallsForReset({ sandboxLimiter }: ResetServices, orgId: string): Promise<void> {
  const { remaining, resetSeconds } = await sandboxLimiter.consume(orgId, 0)
  if (remaining < resetCalls) throw tooFewCalls(resetSeconds)
}

/**
 * Counts a reset of the organization's sandbox. A sandbox replacing a deleted one counts as a reset, too.
 *
 * @throws Problem `sandbox_daily_limit`
 */
export async function countReset({ sandboxLimiter }: ResetServices, orgId: string): Promise<void> {
  const { allowed, resetSeconds } = await sandboxLimiter.consume(orgId, resetCalls)
  if (!allowed) throw tooFewCalls(resetSeconds)
}

function tooFewCalls(resetSeconds: number) {
  const message = `A reset counts as ${resetCalls} calls of the day, and the sandbox has fewer left. Wait ${resetSeconds} s, or keep its books as they are.`
  return new Problem('sandbox_daily_limit', message, {}, resetSeconds)
}

export const sandboxOperations = {
  resetSandbox: operation({
    route: 'POST /realms/{realmId}/sandbox/reset',
    summary: 'Resets the books of a sandbox. Counts as 50 calls of the day and of the minute.',
    about: 'realm',
    role: 'member',
    input: z.strictObject({ template: sandboxTemplateSchema }),
    problems: ['production_realm', 'sandbox_daily_limit'],
    output: z.strictObject({ template: sandboxTemplateSchema, records: z.int(), nextSeq: z.int() }),
    run: async (services, call, { template }) => {
      const { clock, config, restLimiter, sandboxes } = services
      const { id, orgId } = call
      await checkSandbox(services, id)
      const minute = await restLimiter.consume(id, Math.min(resetCalls, config.restRequestsPerMinute))
      if (!minute.allowed) {
        const message = `A reset counts as ${resetCalls} requests of the minute, and the sandbox has fewer left. Wait ${minute.resetSeconds} s.`
        throw new Problem('rate_limited', message, {}, minute.resetSeconds)
      }
      await countReset(services, orgId)
      const event = toSandboxEvent(call, 'sandbox.reset', { template }, clock())
      const { records, nextNumber } = await changeSandbox(services, id, () => sandboxes.reset(id, template, event))
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

/** @throws Problem `production_realm`, or `not_found` for a realm deleted in the meantime */
async function checkSandbox({ database }: Services, id: OwnedRealmId) {
  const kind = await findRealmKind(database, id)
  if (kind === undefined) throw new Problem('not_found', 'The sandbox has just been deleted.')
  if (kind !== 'sandbox') throw new Problem('production_realm')
}

/**
 * Changes a sandbox. Failing because the sandbox was deleted in the meantime is a problem, not an error.
 *
 * @throws Problem `not_found`
 */
async function changeSandbox<Result>(services: Services, id: OwnedRealmId, change: () => Promise<Result>) {
  try {
    return await change()
  } catch (error) {
    await checkSandbox(services, id)
    throw error
  }
}

function setFaults(services: Services, call: Owned<'realm'> & { readonly caller: Caller }, faults: SandboxFaults) {
  const on = getChangedFaults(sandboxFaults, faults)
  const event = toSandboxEvent(call, 'sandbox.faults', on, services.clock())
  return changeSandbox(services, call.id, () => services.sandboxes.setFaults(call.id, faults, event))
}

/** Returns the audit event for a sandbox change. */
function toSandboxEvent(
  { id, orgId, caller }: Owned<'realm'> & { readonly caller: Caller },
  action: 'sandbox.reset' | 'sandbox.faults',
  details: Readonly<Record<string, string | number | boolean | null>>,
  at: Date,
): AuditRow {
  return { ...toAuditRow({ orgId, caller, action, resource: 'realm', resourceId: id, at }), details }
}
