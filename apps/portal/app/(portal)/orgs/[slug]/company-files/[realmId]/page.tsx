import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Overview } from '../../../../../../features/company-files/overview.tsx'
import { requireCompanyFile } from '../../../../../../features/company-files/require-company-file.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Company file' }

export default async function CompanyFilePage({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  const { realm } = await requireCompanyFile(slug, realmId)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.getRealmStatus.queryOptions({ realmId })),
    queryClient.prefetchQuery(trpc.getRealmActivity.queryOptions({ realmId })),
    realm.kind === 'production' && queryClient.prefetchQuery(trpc.getConnectionHistory.queryOptions({ realmId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Overview realmId={realm.id} />
    </HydrationBoundary>
  )
}
