import type { Database } from '@bridge/database'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { BillingFacts } from './billing-state.ts'

/** An organization's billing, and its Stripe customer. */
export interface OrganizationPlan extends BillingFacts {
  readonly customerId: string | null
  /** The subscription quantity at Stripe. */
  readonly quantity: number | null
}

interface Plans {
  readonly database: Database
  readonly config: Pick<ServerConfig, 'trialLimited'>
}

/** Finds an organization's billing. One statement: the data plane's gate calls it. */
export async function findPlan({ database, config }: Plans, orgId: string): Promise<OrganizationPlan | undefined> {
  const [plan] = await database.$queryRaw<Omit<OrganizationPlan, 'trialLimited'>[]>`
    SELECT organization.plan::text AS plan, organization."trialEndsAt", organization."graceUntil",
      organization."productionRealms", account.status, account."currentPeriodEnd", account."endsAt",
      account."customerId", account.quantity
    FROM organization LEFT JOIN billing_account AS account ON account."orgId" = organization.id
    WHERE organization.id = ${orgId}`
  return plan && { ...plan, trialLimited: config.trialLimited }
}
