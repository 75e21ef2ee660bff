import { IconRocket } from '@tabler/icons-react'
import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { LinkButton } from '../../../../components/link-button.tsx'
import { PageHeader } from '../../../../components/page-header.tsx'
import { findOrganization } from '../../../../features/organizations/find-organization.ts'
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
  const organization = await findOrganization(slug)
  const queryClient = requestQueryClient()
  await queryClient.prefetchQuery((await serverTrpc()).listRealms.queryOptions({ orgId: organization.id }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader
        title={organization.name}
        description="A realm is one company file. Its id stands in every call and in the token that allows it."
        actions={
          <LinkButton
            href={`/orgs/${slug}/quick-start`}
            leftSection={<IconRocket size={18} stroke={1.7} aria-hidden />}
          >
            Make a first call
          </LinkButton>
        }
      />
      <RealmList orgId={organization.id} mayCreate={organization.role !== 'member'} />
    </HydrationBoundary>
  )
}
