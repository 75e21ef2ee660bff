import type { Grant } from '@bridge/identity/access/grant'
import { type BillingFacts, getBillingState } from '../entitlement/billing-state.ts'
import type { Entitlement } from '../entitlement/entitlement.ts'
import type { Outcome } from '../operations/operation.ts'

/** The `/entitlements` body: the control plane's billing summary in QBO's names. */
export interface Entitlements {
  readonly PlanName: string
  /** Whole days, counting the last one; 0 after a trial and for other plans, absent for a trial without an end. */
  readonly DaysRemainingTrial?: number
  readonly Entitlement: readonly { readonly id: string; readonly name: string; readonly term: 'On' | 'Off' }[]
}

const dayMs = 86_400_000

/** Reads the entitlements for the grant's organization. */
export async function readEntitlements(entitlement: Entitlement, grant: Grant): Promise<Outcome> {
  const plan = await entitlement.loadPlan(grant)
  return { body: { ...toEntitlements(plan, grant, entitlement.now()) }, warnings: [], xmlRoot: 'EntitlementsResponse' }
}

/** Converts a plan to entitlements. Every plan includes the sandbox. */
export function toEntitlements(plan: BillingFacts, { realmKind }: Pick<Grant, 'realmKind'>, now: Date): Entitlements {
  const { entitled, realmLimit } = getBillingState(plan, now)
  const term = (isOn: boolean) => (isOn ? 'On' : 'Off')
  const { trialEndsAt, trialLimited } = plan
  const isEndless = plan.plan === 'trial' && (trialEndsAt === null || !trialLimited)
  const daysLeft = plan.plan === 'trial' && trialEndsAt ? (trialEndsAt.getTime() - now.getTime()) / dayMs : 0
  return {
    PlanName: plan.plan,
    ...(!isEndless && { DaysRemainingTrial: Math.max(0, Math.ceil(daysLeft)) }),
    Entitlement: [
      { id: '1', name: 'API calls', term: term(entitled || realmKind === 'sandbox') },
      { id: '2', name: 'More than one company file', term: term(realmLimit === 0) },
    ],
  }
}
