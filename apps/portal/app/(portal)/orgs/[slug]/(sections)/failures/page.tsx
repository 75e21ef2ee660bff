import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../../../components/page-header.tsx'
import { FailuresPage } from '../../../../../../features/failures/failures-page.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface FailuresRouteProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Failures' }

export default async function FailuresRoute({ params }: FailuresRouteProps) {
  const { slug } = await params
  const { id: orgId } = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listRealms.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.listClients.queryOptions({ orgId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader title="Failures" description="What goes wrong most, and what cannot work on QuickBooks Desktop." />
      <FailuresPage />
    </HydrationBoundary>
  )
}
