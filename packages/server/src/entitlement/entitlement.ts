import { Fault } from '@bridge/faults'
import { type Entitlements, entitlementsOf } from '../data-plane/operations/read-entitlements.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Grant } from '../oauth/grant.ts'
import { findPlan } from './entitlement.store.ts'
import { refusalOf } from './entitlement-status.ts'

/** Lets the requests of entitled organizations pass. */
export interface Entitlement {
  /** @throws Fault `SUBSCRIPTION_REQUIRED` */
  require(grant: Grant): Promise<void>
  /** What the plan of the grant's organization allows. */
  describe(grant: Grant): Promise<Entitlements>
}

const organizationGone = 'The organization does not exist any more.'
const keptMs = 5_000
const keptMax = 10_000

/**
 * The billing gate (specification, section 5.7 and 7.2): off without `billingEnforced`, never closed to a sandbox. What
 * it learnt of an organization holds for 5 s.
 */
export function createEntitlement({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'config'>): Entitlement {
  const known = new Map<string, { readonly refusal: string | undefined; readonly until: number }>()

  const refusalFor = async (orgId: string): Promise<string | undefined> => {
    const now = clock().getTime()
    const kept = known.get(orgId)
    if (kept && kept.until > now) return kept.refusal
    const plan = await findPlan(database, orgId)
    const refusal = plan ? refusalOf(plan, new Date(now)) : organizationGone
    if (known.size >= keptMax) known.clear()
    known.set(orgId, { refusal, until: now + keptMs })
    return refusal
  }

  return {
    async require(grant) {
      if (!config.billingEnforced || grant.realmKind === 'sandbox') return
      const refusal = await refusalFor(grant.orgId)
      if (refusal !== undefined) throw new Fault('SUBSCRIPTION_REQUIRED', refusal)
    },
    async describe(grant) {
      const plan = await findPlan(database, grant.orgId)
      if (!plan) throw new Fault('SUBSCRIPTION_REQUIRED', organizationGone)
      return entitlementsOf(plan, grant, clock())
    },
  }
}
