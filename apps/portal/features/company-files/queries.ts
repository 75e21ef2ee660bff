import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** A company file in its organization's list. */
export type ListedCompanyFile = Outputs['listRealms']['realms'][number]

/** A company file's connection in a list. */
export type ConnectionSummary = ListedCompanyFile['connection']

/** A company file's status. */
export type CompanyFileStatus = Outputs['getRealmStatus']['status']

/** A company file with its settings and agent tokens. */
export type CompanyFileDetails = Outputs['getRealm']

/** A Web Connector credential, without its password. */
export type ListedConnectorCredential = Outputs['listConnectorCredentials']['connectorCredentials'][number]
