import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'
import { SetUp } from '../../../../../../../../features/set-up/set-up.tsx'
import { drawSetUp } from '../../../../../../../../features/set-up/set-up-pictures.tsx'
import { getBridge } from '../../../../../../../../lib/bridge.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Set-up' }

export default async function SetUpPage({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  const queryClient = requestQueryClient()
  await queryClient.prefetchQuery((await serverTrpc()).listSetupLinks.queryOptions({ realmId: realm.id }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SetUp
        realmId={realm.id}
        installer={await getBridge().findInstaller()}
        hasConnector={getBridge().features.webConnector}
        pictures={drawSetUp()}
      />
    </HydrationBoundary>
  )
}
