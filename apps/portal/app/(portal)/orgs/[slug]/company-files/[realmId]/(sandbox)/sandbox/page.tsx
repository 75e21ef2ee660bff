import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import {
  type CompanyFileParameters,
  requireCompanyFile,
} from '../../../../../../../../features/company-files/require-company-file.ts'
import { SandboxPage } from '../../../../../../../../features/sandbox/sandbox-page.tsx'
import { requestQueryClient, serverTrpc } from '../../../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Sandbox' }

export default async function SandboxRoute({ params }: { params: Promise<CompanyFileParameters> }) {
  const { realm } = await requireCompanyFile(await params)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.getSandboxFaults.queryOptions({ realmId: realm.id })),
    queryClient.prefetchQuery(trpc.sandboxFaults.queryOptions()),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SandboxPage realmId={realm.id} />
    </HydrationBoundary>
  )
}
