import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CompanyFileFrame } from '../../../../../../features/company-files/company-file-frame.tsx'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../features/company-files/require-company-file.ts'
import { getBridge } from '../../../../../../lib/bridge.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface CompanyFileLayoutProps {
  readonly params: Promise<CompanyFileParameters>
  readonly children: ReactNode
}

export default async function CompanyFileLayout({ params, children }: CompanyFileLayoutProps) {
  const { realm } = await requireCompanyFile(await params)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await queryClient.prefetchQuery(trpc.getRealmStatus.queryOptions({ realmId: realm.id }))
  if (realm.kind === 'sandbox') {
    // Loads the banner's data, so server and browser render the same.
    await Promise.all([
      queryClient.prefetchQuery(trpc.getSandboxFaults.queryOptions({ realmId: realm.id })),
      queryClient.prefetchQuery(trpc.sandboxFaults.queryOptions()),
    ])
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CompanyFileFrame realmId={realm.id} hasConnector={getBridge().features.webConnector}>
        {children}
      </CompanyFileFrame>
    </HydrationBoundary>
  )
}
