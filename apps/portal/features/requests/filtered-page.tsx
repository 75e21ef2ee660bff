import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageHeader } from '../../components/page-header.tsx'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'
import { toChoicesInput } from '../company-files/list-inputs.ts'
import { requireOrganization } from '../organizations/require-organization.ts'

interface FilteredPageProps {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

/** Renders a page with filters for company file and app, with their choices. */
export async function FilteredPage({ slug, title, description, children }: FilteredPageProps) {
  const { id: orgId } = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toChoicesInput(orgId))),
    queryClient.prefetchQuery(trpc.listClients.queryOptions({ orgId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader title={title} description={description} />
      {children}
    </HydrationBoundary>
  )
}
