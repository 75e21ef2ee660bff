import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { toChoicesInput, toSandboxInput } from '../../../../../../features/company-files/list-inputs.ts'
import { ExplorerPage } from '../../../../../../features/explorer/explorer-page.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { orNotFound } from '../../../../../../lib/or-not-found.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface ExplorerRouteProps {
  readonly params: Promise<{ slug: string }>
  readonly searchParams: Promise<{ replay?: string | string[] }>
}

export async function generateMetadata({ searchParams }: ExplorerRouteProps): Promise<Metadata> {
  return { title: (await searchParams).replay === undefined ? 'Explorer' : 'Replay' }
}

export default async function ExplorerRoute({ params, searchParams }: ExplorerRouteProps) {
  const { slug } = await params
  const { replay } = await searchParams
  const organization = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toChoicesInput(organization.id))),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toSandboxInput(organization.id))),
    ...(typeof replay === 'string'
      ? [orNotFound(queryClient.fetchQuery(trpc.explainRequest.queryOptions({ loggedRequestId: replay })))]
      : []),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ExplorerPage />
    </HydrationBoundary>
  )
}
