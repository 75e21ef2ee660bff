import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** A company file in the list of its organization. */
export type ListedCompanyFile = Outputs['listRealms']['realms'][number]

/** The connection of a company file in a list. */
export type ConnectionSummary = ListedCompanyFile['connection']

/** The status of a company file. */
export type CompanyFileStatus = Outputs['getRealmStatus']['status']

/** A company file with its settings and agent tokens. */
export type CompanyFileDetails = Outputs['getRealm']

/** A credential of the QuickBooks Web Connector, without its password. */
export type ListedConnectorCredential = Outputs['listConnectorCredentials']['connectorCredentials'][number]
