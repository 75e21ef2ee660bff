import { IconRocket } from '@tabler/icons-react'
import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { LinkButton } from '../../../../components/link-button.tsx'
import { PageHeader } from '../../../../components/page-header.tsx'
import { requireOrganization } from '../../../../features/organizations/require-organization.ts'
import { RealmList } from '../../../../features/realms/realm-list.tsx'
import { requestQueryClient, serverTrpc } from '../../../../lib/prefetch.ts'
import { requireUser } from '../../../../lib/session.ts'

interface OrganizationPageProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Realms' }

export default async function OrganizationPage({ params }: OrganizationPageProps) {
  const { slug } = await params
  await requireUser(`/orgs/${slug}`)
  const organization = await requireOrganization(slug)
  const queryClient = requestQueryClient()
  await queryClient.prefetchQuery((await serverTrpc()).listRealms.queryOptions({ orgId: organization.id }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader
        title={organization.name}
        description="A realm is one company file; its ID is part of every request and token."
        actions={
          <LinkButton
            href={`/orgs/${slug}/quick-start`}
            leftSection={<IconRocket size={18} stroke={1.7} aria-hidden />}
          >
            Make your first call
          </LinkButton>
        }
      />
      <RealmList orgId={organization.id} mayCreate={organization.role !== 'member'} />
    </HydrationBoundary>
  )
}
