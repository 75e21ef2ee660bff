import { notFound } from 'next/navigation'
import { orNotFound } from '../../lib/or-not-found.ts'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'
import { requireOrganization } from '../organizations/require-organization.ts'

/** Returns the organization's app. Renders the not-found page for any other client ID. */
export async function requireApp(slug: string, clientId: string) {
  const { id } = await requireOrganization(slug)
  const options = (await serverTrpc()).getClient.queryOptions({ clientId })
  const { client } = await orNotFound(requestQueryClient().fetchQuery(options))
  return client.orgId === id ? client : notFound()
}
