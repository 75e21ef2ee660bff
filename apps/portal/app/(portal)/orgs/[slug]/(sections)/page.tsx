import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { toHomeInput, toSandboxInput, toUsageInput } from '../../../../../features/company-files/list-inputs.ts'
import { failuresInput, recentCallsInput } from '../../../../../features/home/home-inputs.ts'
import { HomePage } from '../../../../../features/home/home-page.tsx'
import { requireOrganization } from '../../../../../features/organizations/require-organization.ts'
import { mayRead } from '../../../../../lib/permissions.ts'
import { requestQueryClient, serverTrpc } from '../../../../../lib/prefetch.ts'
import { requireUser } from '../../../../../lib/session.ts'

interface OrganizationPageProps {
  readonly params: Promise<{ slug: string }>
}

export const metadata: Metadata = { title: 'Home' }

export default async function OrganizationPage({ params }: OrganizationPageProps) {
  const { slug } = await params
  await requireUser(`/orgs/${slug}`)
  const { id: orgId, role } = await requireOrganization(slug)
  if (!mayRead(role)) redirect(`/orgs/${slug}/company-files`)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  const now = new Date()
  const list = trpc.listRealms.queryOptions(toHomeInput(orgId))
  await Promise.all([
    queryClient.prefetchQuery(trpc.getChecklist.queryOptions({ orgId })),
    queryClient.prefetchQuery(list),
    queryClient.prefetchQuery(trpc.countRealms.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId))),
    queryClient.prefetchQuery(trpc.quickStart.data.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.countRequests.queryOptions(recentCallsInput(orgId))),
    queryClient.prefetchQuery(trpc.listFailures.queryOptions(failuresInput(orgId, now))),
    queryClient.prefetchQuery(trpc.listApiKeys.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.listWentBack.queryOptions({ orgId })),
  ])
  const files = queryClient.getQueryData(list.queryKey)?.realms ?? []
  if (files.length > 0) await queryClient.prefetchQuery(trpc.listRealmUsage.queryOptions(toUsageInput(orgId, files)))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <HomePage openedAt={now.toISOString()} />
    </HydrationBoundary>
  )
}
