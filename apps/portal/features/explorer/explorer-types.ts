import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** The response to a call, with its qbXML and times. */
export type ExplorerResult = Outputs['explorer']['send']

/** The user's rights in a company file. */
export type ExplorerAccess = Outputs['explorer']['access']
