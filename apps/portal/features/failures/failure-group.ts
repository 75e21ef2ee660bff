import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** Calls that failed in the same way. */
export type FailureGroup = Outputs['listFailures']['groups'][number]

/** What QuickBooks Desktop cannot do among the calls of an app. */
export type DesktopGap = Outputs['getDesktopFit']['gaps'][number]
