import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../../../components/page-header.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { RequestsPage } from '../../../../../../features/requests/requests-page.tsx'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface RequestsRouteProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Requests' }

export default async function RequestsRoute({ params }: RequestsRouteProps) {
  const { slug } = await params
  const { id: orgId } = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listRealms.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.listClients.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.quickStart.data.queryOptions({ orgId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader title="Requests" description="Every call to your company files in the last 30 days, newest first." />
      <RequestsPage />
    </HydrationBoundary>
  )
}
