import { notFound } from 'next/navigation'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'

/** Returns the user's organization with this slug. Renders the not-found page for any other slug. */
export async function requireOrganization(slug: string) {
  const { orgs } = await requestQueryClient().fetchQuery((await serverTrpc()).listOrganizations.queryOptions())
  return orgs.find((organization) => organization.slug === slug) ?? notFound()
}
