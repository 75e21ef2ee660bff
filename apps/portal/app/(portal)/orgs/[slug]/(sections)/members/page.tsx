import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { MemberList } from '../../../../../../features/members/member-list.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Members' }

interface MembersPageProps {
  readonly params: Promise<{ slug: string }>
}

export default async function MembersPage({ params }: MembersPageProps) {
  const { id: orgId } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listMembers.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.listInvitations.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.session.user.queryOptions()),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <MemberList />
    </HydrationBoundary>
  )
}
