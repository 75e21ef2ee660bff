import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { CompanyFileList } from '../../../../../../features/company-files/company-file-list.tsx'
import { toListInput, toSandboxInput } from '../../../../../../features/company-files/list-inputs.ts'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

export const metadata: Metadata = { title: 'Company files' }

export default async function CompanyFilesPage({ params }: { params: Promise<{ slug: string }> }) {
  const { id: orgId } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  await Promise.all([
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toListInput(orgId))),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId))),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CompanyFileList />
    </HydrationBoundary>
  )
}
