import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { RequestPage } from '../../../../../../features/requests/request-page.tsx'
import { orNotFound } from '../../../../../../lib/or-not-found.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface RequestRouteProps {
  readonly params: Promise<{ slug: string; requestId: string }>
}

export const metadata: Metadata = { title: 'Request' }

export default async function RequestRoute({ params }: RequestRouteProps) {
  const { slug, requestId } = await params
  await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const options = (await serverTrpc()).explainRequest.queryOptions({ loggedRequestId: requestId })
  await orNotFound(queryClient.fetchQuery(options))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RequestPage id={requestId} />
    </HydrationBoundary>
  )
}
