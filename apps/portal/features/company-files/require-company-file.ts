import { notFound } from 'next/navigation'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'
import { requireOrganization } from '../organizations/require-organization.ts'

/** Returns the company file of the organization. Renders the not-found page for any other realm ID. */
export async function requireCompanyFile(slug: string, realmId: string) {
  const { id } = await requireOrganization(slug)
  const options = (await serverTrpc()).getRealm.queryOptions({ realmId })
  const found = await requestQueryClient()
    .fetchQuery(options)
    .catch((error: unknown) => (isNotFound(error) ? undefined : Promise.reject(error)))
  return found && found.realm.orgId === id ? found : notFound()
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'NOT_FOUND'
}
