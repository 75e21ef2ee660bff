import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { GoneState } from '../../../../../../components/gone-state.tsx'
import { AppDetail } from '../../../../../../features/apps/app-detail.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'
import { orGone } from '../../../../../../lib/prefetch-or-gone.ts'

export const metadata: Metadata = { title: 'App' }

interface AppPageProps {
  readonly params: Promise<{ slug: string; clientId: string }>
}

export default async function AppPage({ params }: AppPageProps) {
  const { slug, clientId } = await params
  const { id: orgId } = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  const found = await orGone(queryClient.fetchQuery(trpc.getClient.queryOptions({ clientId })))
  if (found?.client.orgId !== orgId) return <GoneState what="app" listHref={`/orgs/${slug}/apps`} listLabel="apps" />
  await Promise.all([
    queryClient.prefetchQuery(trpc.listClientConnections.queryOptions({ clientId, limit: 200 })),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.quickStart.data.queryOptions({ orgId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AppDetail clientId={clientId} />
    </HydrationBoundary>
  )
}
