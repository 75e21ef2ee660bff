import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../../../components/page-header.tsx'
import { toManyInput, toSandboxInput } from '../../../../../../features/company-files/list-inputs.ts'
import { ExplorerPage } from '../../../../../../features/explorer/explorer-page.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface ExplorerRouteProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Explorer' }

export default async function ExplorerRoute({ params }: ExplorerRouteProps) {
  const { slug } = await params
  const organization = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toManyInput(organization.id))),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toSandboxInput(organization.id))),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader title="Explorer" description="Send a call, and see what QuickBooks received and returned." />
      <ExplorerPage />
    </HydrationBoundary>
  )
}
