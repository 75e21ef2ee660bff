import type { OrganizationPlan } from './entitlement.store.ts'

/** Why an organization is not entitled at that time, or nothing where it is. */
export function refusalOf(plan: OrganizationPlan, now: Date): string | undefined {
  if (plan.plan === 'enterprise') return undefined
  if (plan.plan === 'production') {
    return plan.graceUntil && plan.graceUntil <= now
      ? 'The payment of the subscription lapsed and its 7 days of grace are over.'
      : undefined
  }
  if (plan.trialEndsAt && plan.trialEndsAt <= now) return 'The trial of the organization has ended.'
  return plan.productionRealms > 1 ? 'A trial covers one company file and the organization has more.' : undefined
}

/** What a plan comes to at a time, as the billing summary tells it. */
export interface Standing {
  readonly entitled: boolean
  /** Why not, or the name of the plan. */
  readonly reason: string
  /** Production realms that the organization may have; 0 is no limit. */
  readonly realmLimit: number
}

const trialRealms = 1

/** Whether the organization may call the data plane at that time, and how much of it. */
export function standingOf(plan: OrganizationPlan, now: Date): Standing {
  const refusal = refusalOf(plan, now)
  return {
    entitled: refusal === undefined,
    reason: refusal ?? plan.plan,
    realmLimit: plan.plan === 'trial' ? trialRealms : 0,
  }
}
