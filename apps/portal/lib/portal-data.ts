import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

/** The portal procedures' results by name. */
export type PortalData = inferRouterOutputs<PortalRouter>
