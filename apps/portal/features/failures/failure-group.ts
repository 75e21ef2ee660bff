import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** Calls that failed in the same way. */
export type FailureGroup = Outputs['listFailures']['groups'][number]

/** A kind of call that QuickBooks Desktop cannot serve. */
export type DesktopGap = Outputs['getDesktopFit']['gaps'][number]
