import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { usageInput } from '../../../../../../features/billing/usage-input.ts'
import { UsagePage } from '../../../../../../features/billing/usage-page.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Usage and billing' }

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { id: orgId } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.getBillingState.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.getUsage.queryOptions(usageInput(orgId))),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <UsagePage />
    </HydrationBoundary>
  )
}
