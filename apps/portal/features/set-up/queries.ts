import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

/** What a set-up link's page shows. */
export type SetUp = inferRouterOutputs<PortalRouter>['setup']['state']
