import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../../../components/page-header.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { QuickStart } from '../../../../../../features/quick-start/quick-start.tsx'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'
import { requireUser } from '../../../../../../lib/session.ts'

interface QuickStartPageProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Quick start' }

export default async function QuickStartPage({ params }: QuickStartPageProps) {
  const { slug } = await params
  await requireUser(`/orgs/${slug}/quick-start`)
  const { id: orgId } = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  await queryClient.prefetchQuery((await serverTrpc()).quickStart.data.queryOptions({ orgId }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader title="Quick start" description="Make your first call in a minute." />
      <QuickStart orgId={orgId} organizationPath={`/orgs/${slug}`} />
    </HydrationBoundary>
  )
}
