import type { Metadata } from 'next'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { FilteredPage } from '../../../../../../features/requests/filtered-page.tsx'
import { RequestsPage } from '../../../../../../features/requests/requests-page.tsx'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface RequestsRouteProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Requests' }

export default async function RequestsRoute({ params }: RequestsRouteProps) {
  const { slug } = await params
  const { id: orgId } = await requireOrganization(slug)
  // For the sample shown instead of an empty list.
  await requestQueryClient().prefetchQuery((await serverTrpc()).quickStart.data.queryOptions({ orgId }))
  return (
    <FilteredPage
      slug={slug}
      title="Requests"
      description="Every call to your company files in the last 30 days, newest first."
    >
      <RequestsPage />
    </FilteredPage>
  )
}
