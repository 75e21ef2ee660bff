import { Fault } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { Dependencies } from '@bridge/platform/dependencies'
import { createReadThroughCache } from '@bridge/platform/read-through-cache'
import { getBillingState } from './billing-state.ts'
import { findPlan, type OrganizationPlan } from './entitlement.store.ts'

/** Decides whether an organization may use the service. */
export interface Entitlement {
  /** @throws Fault `SUBSCRIPTION_REQUIRED` */
  require(grant: Pick<Grant, 'orgId' | 'realmKind'>): Promise<void> | undefined
  /** The time for trials and grace periods. */
  readonly now: () => Date
  /**
   * Loads the plan for the grant's organization.
   *
   * @throws Fault `SUBSCRIPTION_REQUIRED` if the organization was deleted
   */
  loadPlan(grant: Grant): Promise<OrganizationPlan>
}

/** Where the plans come from. */
interface PlanSource {
  /** The time for trials and grace periods. */
  readonly now: () => Date
  /** Reads an organization's subscription again, at most once in `minMs`. */
  refresh(orgId: string, minMs: number): Promise<unknown>
}

const organizationDeleted = 'The organization was deleted.'
const ttlMs = 5_000
const maxOrganizations = 10_000
/** How often Stripe is read before the organization is denied. */
const refreshMs = 60_000

/**
 * Creates the entitlement check, which caches decisions for 5 s. It always allows sandboxes, and everything unless
 * `billingEnforced` is set [dp-5.7]. Before it denies an organization with a customer at Stripe, it reads the
 * subscription, at most once a minute.
 */
export function createEntitlement({
  database,
  clock,
  config,
  billing,
}: Pick<Dependencies, 'database' | 'clock' | 'config'> & {
  readonly billing: PlanSource
}): Entitlement {
  const denials = createReadThroughCache({
    async load(orgId: string) {
      const plan = await findPlan({ database, config }, orgId)
      const reason = getDenial(plan)
      // A Stripe event may be late or lost.
      if (reason === undefined || !plan?.customerId) return { reason }
      // Even if this server may not read Stripe again yet, another one may just have.
      await billing.refresh(orgId, refreshMs)
      return { reason: getDenial(await findPlan({ database, config }, orgId)) }
    },
    clock,
    ttlMs,
    maxEntries: maxOrganizations,
  })

  function getDenial(plan: OrganizationPlan | undefined): string | undefined {
    if (!plan) return organizationDeleted
    const { entitled, reason } = getBillingState(plan, billing.now())
    return entitled ? undefined : reason
  }

  async function requireEntitled(orgId: string): Promise<void> {
    const { reason } = await denials.get(orgId)
    if (reason !== undefined) throw new Fault('SUBSCRIPTION_REQUIRED', reason)
  }

  return {
    now: billing.now,
    require: (grant) =>
      config.billingEnforced && grant.realmKind !== 'sandbox' ? requireEntitled(grant.orgId) : undefined,
    async loadPlan(grant) {
      const plan = await findPlan({ database, config }, grant.orgId)
      if (!plan) throw new Fault('SUBSCRIPTION_REQUIRED', organizationDeleted)
      return plan
    },
  }
}
