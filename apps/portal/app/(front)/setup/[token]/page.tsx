import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PublicSetUp } from '../../../../features/set-up/public-set-up.tsx'
import { drawSetUp } from '../../../../features/set-up/set-up-pictures.tsx'
import { getBridge } from '../../../../lib/bridge.ts'
import { isGone } from '../../../../lib/or-not-found.ts'
import { requestQueryClient, serverTrpc } from '../../../../lib/prefetch.ts'

export const metadata: Metadata = {
  title: 'Connect QuickBooks Desktop',
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function PublicSetUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const queryClient = requestQueryClient()
  const options = (await serverTrpc()).setup.state.queryOptions({ token })
  await queryClient.prefetchQuery(options)
  // The page itself shows other failures, and recovers from them.
  if (isGone(queryClient.getQueryState(options.queryKey)?.error)) notFound()
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PublicSetUp token={token} hasDownload={getBridge().features.agentDownload} pictures={drawSetUp().agent} />
    </HydrationBoundary>
  )
}
