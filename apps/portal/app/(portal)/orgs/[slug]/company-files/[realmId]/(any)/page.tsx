import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Overview } from '../../../../../../../features/company-files/overview.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../features/company-files/require-company-file.ts'
import { getBridge } from '../../../../../../../lib/bridge.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Company file' }

export default async function CompanyFilePage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  const hasConnector = realm.kind === 'production' && getBridge().features.webConnector
  await Promise.all([
    queryClient.prefetchQuery(trpc.getRealmStatus.queryOptions({ realmId: realm.id })),
    queryClient.prefetchQuery(trpc.getRealmActivity.queryOptions({ realmId: realm.id })),
    queryClient.prefetchQuery(trpc.listWentBack.queryOptions({ orgId: realm.orgId, realmId: realm.id })),
    realm.kind === 'production' &&
      queryClient.prefetchQuery(trpc.getConnectionHistory.queryOptions({ realmId: realm.id })),
    hasConnector && queryClient.prefetchQuery(trpc.listConnectorCredentials.queryOptions({ realmId: realm.id })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Overview realmId={realm.id} hasConnector={hasConnector} />
    </HydrationBoundary>
  )
}
