import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ApiKeyList } from '../../../../../../features/api-keys/api-key-list.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'API keys' }

interface ApiKeysPageProps {
  readonly params: Promise<{ slug: string }>
}

export default async function ApiKeysPage({ params }: ApiKeysPageProps) {
  const { id: orgId } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await queryClient.prefetchQuery(trpc.listApiKeys.queryOptions({ orgId }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ApiKeyList />
    </HydrationBoundary>
  )
}
