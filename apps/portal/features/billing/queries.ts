import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** An organization's billing state in words. */
export type BillingState = Outputs['getBillingState']

/** The last 30 days' requests by day, company file and app. */
export type Usage = Outputs['getUsage']
