import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

/** The results of the portal's procedures by name. */
export type PortalData = inferRouterOutputs<PortalRouter>
