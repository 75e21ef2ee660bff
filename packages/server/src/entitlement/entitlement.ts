import { Fault } from '@bridge/faults'
import type { Dependencies } from '../dependencies.ts'
import type { Grant } from '../oauth/grant.ts'
import { findPlan, type OrganizationPlan } from './entitlement.store.ts'
import { denialReason } from './entitlement-status.ts'

/** Decides whether an organization may use the service. */
export interface Entitlement {
  /** @throws Fault `SUBSCRIPTION_REQUIRED` */
  require(grant: Grant): Promise<void>
  /**
   * Loads the plan of the grant's organization.
   *
   * @throws Fault `SUBSCRIPTION_REQUIRED` if the organization was deleted
   */
  loadPlan(grant: Grant): Promise<OrganizationPlan>
}

const organizationDeleted = 'The organization was deleted.'
const cachedMs = 5_000
const cachedMax = 10_000

/** Creates the entitlement check: off without `billingEnforced`, never for a sandbox, cached for 5 s [dp-5.7]. */
export function createEntitlement({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'config'>): Entitlement {
  const cache = new Map<string, { readonly reason: string | undefined; readonly expiresAt: number }>()

  const findReason = async (orgId: string): Promise<string | undefined> => {
    const now = clock().getTime()
    const cached = cache.get(orgId)
    if (cached && cached.expiresAt > now) return cached.reason
    const plan = await findPlan(database, orgId)
    const reason = plan ? denialReason(plan, new Date(now)) : organizationDeleted
    if (cache.size >= cachedMax) cache.clear()
    cache.set(orgId, { reason, expiresAt: now + cachedMs })
    return reason
  }

  return {
    async require(grant) {
      if (!config.billingEnforced || grant.realmKind === 'sandbox') return
      const reason = await findReason(grant.orgId)
      if (reason !== undefined) throw new Fault('SUBSCRIPTION_REQUIRED', reason)
    },
    async loadPlan(grant) {
      const plan = await findPlan(database, grant.orgId)
      if (!plan) throw new Fault('SUBSCRIPTION_REQUIRED', organizationDeleted)
      return plan
    },
  }
}
