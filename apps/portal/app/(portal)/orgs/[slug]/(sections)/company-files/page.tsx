import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { CompanyFileList } from '../../../../../../features/company-files/company-file-list.tsx'
import {
  fileParameters,
  toPageInput,
  toSandboxInput,
  toUsageInput,
} from '../../../../../../features/company-files/list-inputs.ts'
import { requireOrganization } from '../../../../../../features/organizations/require-organization.ts'
import { requestQueryClient, serverTrpc } from '../../../../../../lib/prefetch.ts'

interface CompanyFilesPageProps {
  readonly params: Promise<{ slug: string }>
  readonly searchParams: Promise<SearchParams>
}

export const metadata: Metadata = { title: 'Company files' }

const loadChoices = createLoader(fileParameters)

export default async function CompanyFilesPage({ params, searchParams }: CompanyFilesPageProps) {
  const { id: orgId } = await requireOrganization((await params).slug)
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  const page = trpc.listRealms.queryOptions(toPageInput(orgId, await loadChoices(searchParams)))
  await Promise.all([
    queryClient.prefetchQuery(page),
    queryClient.prefetchQuery(trpc.countRealms.queryOptions({ orgId })),
    queryClient.prefetchQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId))),
  ])
  const files = queryClient.getQueryData(page.queryKey)?.realms ?? []
  if (files.length > 0) await queryClient.prefetchQuery(trpc.listRealmUsage.queryOptions(toUsageInput(orgId, files)))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CompanyFileList />
    </HydrationBoundary>
  )
}
