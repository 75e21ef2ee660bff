import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireCompanyFile } from '../../../../../../../features/company-files/require-company-file.ts'
import { SetUp } from '../../../../../../../features/set-up/set-up.tsx'
import { requestQueryClient, serverTrpc } from '../../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Set-up' }

export default async function SetUpPage({ params }: { params: Promise<{ slug: string; realmId: string }> }) {
  const { slug, realmId } = await params
  const { realm } = await requireCompanyFile(slug, realmId)
  if (realm.kind === 'sandbox') notFound()
  const queryClient = requestQueryClient()
  await queryClient.prefetchQuery((await serverTrpc()).listSetupLinks.queryOptions({ realmId }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SetUp realmId={realm.id} />
    </HydrationBoundary>
  )
}
