import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SandboxPage } from '../../../../../../../features/sandbox/sandbox-page.tsx'
import { requestQueryClient, serverTrpc } from '../../../../../../../lib/prefetch.ts'

interface SandboxRouteProps {
  readonly params: Promise<{ realmId: string }>
}

export const metadata: Metadata = { title: 'Sandbox' }

export default async function SandboxRoute({ params }: SandboxRouteProps) {
  const { realmId } = await params
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  const found = await queryClient.fetchQuery(trpc.getRealm.queryOptions({ realmId })).catch(() => undefined)
  if (found?.realm.kind !== 'sandbox') notFound()
  await Promise.all([
    queryClient.prefetchQuery(trpc.getSandboxFaults.queryOptions({ realmId })),
    queryClient.prefetchQuery(trpc.sandboxFaults.queryOptions()),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SandboxPage realmId={found.realm.id} />
    </HydrationBoundary>
  )
}
