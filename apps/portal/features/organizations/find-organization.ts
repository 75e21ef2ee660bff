import { notFound } from 'next/navigation'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'

/** The organization of the address, as one of the user's; else the not-found page, whoever's it may be. */
export async function findOrganization(slug: string) {
  const { orgs } = await requestQueryClient().fetchQuery((await serverTrpc()).listOrganizations.queryOptions())
  return orgs.find((organization) => organization.slug === slug) ?? notFound()
}
