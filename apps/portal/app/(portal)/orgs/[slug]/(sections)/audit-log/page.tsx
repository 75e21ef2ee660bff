import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AuditLog } from '../../../../../../features/audit-log/audit-log.tsx'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Audit log' }

interface AuditLogPageProps {
  readonly params: Promise<{ slug: string }>
}

export default async function AuditLogPage({ params }: AuditLogPageProps) {
  const { id: orgId } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await queryClient.prefetchQuery(trpc.listMembers.queryOptions({ orgId }))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AuditLog />
    </HydrationBoundary>
  )
}
