import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** Calls with the same failure. */
export type FailureGroup = Outputs['listFailures']['groups'][number]

/** A kind of call QuickBooks Desktop cannot serve. */
export type DesktopGap = Outputs['getDesktopFit']['gaps'][number]
