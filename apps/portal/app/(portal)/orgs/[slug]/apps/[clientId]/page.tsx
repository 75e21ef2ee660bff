import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AppDetail } from '../../../../../../features/apps/app-detail.tsx'
import { toConnectionsInput } from '../../../../../../features/apps/connections-input.ts'
import { requireApp } from '../../../../../../features/apps/require-app.ts'
import { toChoicesInput } from '../../../../../../features/company-files/list-inputs.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'App' }

interface AppPageProps {
  readonly params: Promise<{ slug: string; clientId: string }>
}

export default async function AppPage({ params }: AppPageProps) {
  const { slug, clientId } = await params
  const { orgId } = await requireApp(slug, clientId)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listClientConnections.queryOptions(toConnectionsInput(clientId))),
    queryClient.prefetchQuery(trpc.getWebhook.queryOptions({ clientId })),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toChoicesInput(orgId))),
    queryClient.prefetchQuery(trpc.quickStart.data.queryOptions({ orgId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AppDetail clientId={clientId} />
    </HydrationBoundary>
  )
}
