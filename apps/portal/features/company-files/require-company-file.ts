import { notFound } from 'next/navigation'
import { orNotFound } from '../../lib/or-not-found.ts'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'
import { requireOrganization } from '../organizations/require-organization.ts'

/** The parameters in a company file's address. */
export interface CompanyFileParameters {
  readonly slug: string
  readonly realmId: string
}

/**
 * Returns the organization's company file. Renders the not-found page for any other realm ID, and for another kind of
 * company file.
 */
export async function requireCompanyFile({ slug, realmId }: CompanyFileParameters, kind?: 'sandbox' | 'production') {
  const { id } = await requireOrganization(slug)
  const options = (await serverTrpc()).getRealm.queryOptions({ realmId })
  const found = await orNotFound(requestQueryClient().fetchQuery(options))
  const isWanted = found.realm.orgId === id && (kind === undefined || found.realm.kind === kind)
  return isWanted ? found : notFound()
}
