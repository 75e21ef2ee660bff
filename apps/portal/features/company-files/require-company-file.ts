import { notFound } from 'next/navigation'
import { orNotFound } from '../../lib/or-not-found.ts'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'
import { requireOrganization } from '../organizations/require-organization.ts'

/** Returns the company file of the organization. Renders the not-found page for any other realm ID. */
export async function requireCompanyFile(slug: string, realmId: string) {
  const { id } = await requireOrganization(slug)
  const options = (await serverTrpc()).getRealm.queryOptions({ realmId })
  const found = await orNotFound(requestQueryClient().fetchQuery(options))
  return found.realm.orgId === id ? found : notFound()
}
