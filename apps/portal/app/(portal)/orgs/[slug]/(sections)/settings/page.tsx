import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { OrganizationSettings } from '../../../../../../features/organization-settings/organization-settings.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Settings' }

interface SettingsPageProps {
  readonly params: Promise<{ slug: string }>
}

export default async function SettingsPage({ params }: SettingsPageProps) {
  const { id: orgId, role } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.getSecondFactorPolicy.queryOptions({ orgId })),
    role === 'owner' && queryClient.prefetchQuery(trpc.getOrganizationDeletion.queryOptions({ orgId })),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OrganizationSettings />
    </HydrationBoundary>
  )
}
