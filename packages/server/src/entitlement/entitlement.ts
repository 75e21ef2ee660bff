import { Fault } from '@bridge/faults'
import type { Grant } from '../oauth/grant.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import { createReadThroughCache } from '../runtime/read-through-cache.ts'
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
const ttlMs = 5_000
const organizationsMax = 10_000

/**
 * Creates the entitlement check, which caches plans for 5 s. It always allows sandboxes, and everything unless
 * `billingEnforced` is set [dp-5.7].
 */
export function createEntitlement({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'config'>): Entitlement {
  const denials = createReadThroughCache({
    async load(orgId: string, now) {
      const plan = await findPlan(database, orgId)
      return { reason: plan ? denialReason(plan, now) : organizationDeleted }
    },
    clock,
    ttlMs,
    entriesMax: organizationsMax,
  })

  return {
    async require(grant) {
      if (!config.billingEnforced || grant.realmKind === 'sandbox') return
      const { reason } = await denials.get(grant.orgId)
      if (reason !== undefined) throw new Fault('SUBSCRIPTION_REQUIRED', reason)
    },
    async loadPlan(grant) {
      const plan = await findPlan(database, grant.orgId)
      if (!plan) throw new Fault('SUBSCRIPTION_REQUIRED', organizationDeleted)
      return plan
    },
  }
}
