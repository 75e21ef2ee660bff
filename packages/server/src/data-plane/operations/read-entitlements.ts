import type { OrganizationPlan } from '../../entitlement/entitlement.store.ts'
import { standingOf } from '../../entitlement/entitlement-status.ts'
import type { Grant } from '../../oauth/grant.ts'
import type { CompanyPath } from '../path.ts'

/** What `/entitlements` answers, beside the time: QBO's names for what the billing summary of the control plane tells. */
export interface Entitlements {
  readonly PlanName: string
  /** Whole days, the day of the end included; 0 for a trial that ended and for other plans, absent for one without an end. */
  readonly DaysRemainingTrial?: number
  readonly Entitlement: readonly { readonly id: string; readonly name: string; readonly term: 'On' | 'Off' }[]
}

/** Whether the address is that of the entitlements, which the billing gate is open to. */
export function isEntitlements({ segments }: CompanyPath): boolean {
  return segments.length === 1 && segments[0]?.toLowerCase() === 'entitlements'
}

const dayMs = 86_400_000

/** What a plan allows the realm of the grant at that time; a sandbox is open to every plan. */
export function entitlementsOf(
  plan: OrganizationPlan,
  { realmKind }: Pick<Grant, 'realmKind'>,
  now: Date,
): Entitlements {
  const { entitled, realmLimit } = standingOf(plan, now)
  const term = (isOn: boolean) => (isOn ? 'On' : 'Off')
  const { trialEndsAt } = plan
  const isOpenTrial = plan.plan === 'trial' && trialEndsAt === null
  const daysLeft = plan.plan === 'trial' && trialEndsAt ? (trialEndsAt.getTime() - now.getTime()) / dayMs : 0
  return {
    PlanName: plan.plan,
    ...(!isOpenTrial && { DaysRemainingTrial: Math.max(0, Math.ceil(daysLeft)) }),
    Entitlement: [
      { id: '1', name: 'API calls', term: term(entitled || realmKind === 'sandbox') },
      { id: '2', name: 'More than one company file', term: term(realmLimit === 0) },
    ],
  }
}
