import type { Database } from '@bridge/database'
import type { BillingFacts } from './billing-state.ts'

/** The billing of an organization, and its customer at Stripe. */
export interface OrganizationPlan extends BillingFacts {
  readonly customerId: string | null
  /** The quantity of the subscription at Stripe. */
  readonly quantity: number | null
}

/** Finds the billing of an organization. One statement: the gate of the data plane calls it. */
export async function findPlan(database: Database, orgId: string): Promise<OrganizationPlan | undefined> {
  const [plan] = await database.$queryRaw<OrganizationPlan[]>`
    SELECT organization.plan::text AS plan, organization."trialEndsAt", organization."graceUntil",
      (SELECT count(*)::int FROM realm WHERE realm."orgId" = organization.id AND realm.kind = 'production')
        AS "productionRealms",
      account.status, account."currentPeriodEnd", account."endsAt", account."customerId",
      account.quantity
    FROM organization LEFT JOIN billing_account AS account ON account."orgId" = organization.id
    WHERE organization.id = ${orgId}`
  return plan
}
