import { Fault } from '@bridge/faults'
import type { Dependencies } from '../dependencies.ts'
import type { Grant } from '../oauth/grant.ts'
import { findPlan, type OrganizationPlan } from './entitlement.store.ts'

/** Lets the requests of entitled organizations pass. */
export interface Entitlement {
  /** @throws Fault `SUBSCRIPTION_REQUIRED` */
  require(grant: Grant): Promise<void>
}

const keptMs = 5_000
const keptMax = 10_000

/**
 * The billing gate (specification, section 5.7 and 7.2): off without `billingEnforced`, never closed to a sandbox. What
 * it learnt of an organization holds for 5 s.
 */
export const createEntitlement = ({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'config'>): Entitlement => {
  const known = new Map<string, { readonly refusal: string | undefined; readonly until: number }>()

  const refusalFor = async (orgId: string): Promise<string | undefined> => {
    const now = clock().getTime()
    const kept = known.get(orgId)
    if (kept && kept.until > now) return kept.refusal
    const plan = await findPlan(database, orgId)
    const refusal = plan ? refusalOf(plan, new Date(now)) : 'The organization does not exist any more.'
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
  }
}

/** Why an organization is not entitled at that time, or nothing where it is. */
export const refusalOf = (plan: OrganizationPlan, now: Date): string | undefined => {
  if (plan.plan === 'enterprise') return undefined
  if (plan.plan === 'production') {
    return plan.graceUntil && plan.graceUntil <= now
      ? 'The payment of the subscription lapsed and its 7 days of grace are over.'
      : undefined
  }
  if (plan.trialEndsAt && plan.trialEndsAt <= now) return 'The trial of the organization has ended.'
  return plan.productionRealms > 1 ? 'A trial covers one company file and the organization has more.' : undefined
}
