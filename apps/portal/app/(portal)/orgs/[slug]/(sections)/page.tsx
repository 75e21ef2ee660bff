import { IconRocket } from '@tabler/icons-react'
import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { LinkButton } from '../../../../../components/link-button.tsx'
import { PageHeader } from '../../../../../components/page-header.tsx'
import { HomePage } from '../../../../../features/home/home-page.tsx'
import { requireOrganization } from '../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../lib/prefetch.ts'
import { requireUser } from '../../../../../lib/session.ts'

interface OrganizationPageProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Home' }

export default async function OrganizationPage({ params }: OrganizationPageProps) {
  const { slug } = await params
  await requireUser(`/orgs/${slug}`)
  const { id: orgId, name } = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.getChecklist.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.quickStart.data.queryOptions({ orgId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader
        title={name}
        description="What needs your attention."
        actions={
          <LinkButton
            href={`/orgs/${slug}/quick-start`}
            leftSection={<IconRocket size={18} stroke={1.7} aria-hidden />}
            variant="default"
          >
            Make your first call
          </LinkButton>
        }
      />
      <HomePage />
    </HydrationBoundary>
  )
}
