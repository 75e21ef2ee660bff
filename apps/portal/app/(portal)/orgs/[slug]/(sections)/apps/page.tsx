import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AppList } from '../../../../../../features/apps/app-list.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Apps' }

interface AppsPageProps {
  readonly params: Promise<{ slug: string }>
}

export default async function AppsPage({ params }: AppsPageProps) {
  const { id: orgId } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  await queryClient.prefetchQuery((await serverTrpc()).listClients.queryOptions({ orgId }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AppList />
    </HydrationBoundary>
  )
}
