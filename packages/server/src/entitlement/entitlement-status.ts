import type { OrganizationPlan } from './entitlement.store.ts'

/** The entitlement of an organization at a time, as the billing summary shows it. */
export interface EntitlementStatus {
  readonly entitled: boolean
  /** The reason for a denial, or the name of the plan. */
  readonly reason: string
  /** The number of production realms that the plan includes; 0 for any number. */
  readonly realmLimit: number
}

const trialRealms = 1

/** Returns whether an organization may call the data plane at a time, and with how many realms. */
export function getEntitlementStatus(plan: OrganizationPlan, now: Date): EntitlementStatus {
  const reason = denialReason(plan, now)
  return {
    entitled: reason === undefined,
    reason: reason ?? plan.plan,
    realmLimit: plan.plan === 'trial' ? trialRealms : 0,
  }
}

/** Returns the reason why an organization is not entitled at a time, or undefined if it is. */
export function denialReason(plan: OrganizationPlan, now: Date): string | undefined {
  if (plan.plan === 'enterprise') return undefined
  if (plan.plan === 'production') {
    return plan.graceUntil && plan.graceUntil <= now
      ? 'The payment of the subscription lapsed and its 7 days of grace are over.'
      : undefined
  }
  if (plan.trialEndsAt && plan.trialEndsAt <= now) return 'The trial of the organization has ended.'
  return plan.productionRealms > 1 ? 'A trial covers one company file and the organization has more.' : undefined
}
