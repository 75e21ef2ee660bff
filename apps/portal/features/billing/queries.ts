import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** The state of an organization's billing in words. */
export type BillingState = Outputs['getBillingState']

/** The requests of 30 days by day, company file and app. */
export type Usage = Outputs['getUsage']
