import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GoneLink } from '../../../../features/set-up/gone-link.tsx'
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
  const error: unknown = queryClient.getQueryState(options.queryKey)?.error
  if (isGone(error)) return renderGone(error)
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PublicSetUp token={token} installer={await getBridge().findInstaller()} pictures={drawSetUp()} />
    </HydrationBoundary>
  )
}

/** Says that the company file was deleted; other links without a set-up get the same page, with its status. */
function renderGone(error: unknown) {
  const problem = error instanceof Error ? error.cause : undefined
  if (isOfDeletedFile(problem)) return <GoneLink reason={problem.message} />
  notFound()
}

/** The server's `Problem` is another class than the one that Next bundles. */
function isOfDeletedFile(problem: unknown): problem is Error {
  if (!(problem instanceof Error && 'fields' in problem)) return false
  const { fields } = problem
  return typeof fields === 'object' && fields !== null && 'isDeleted' in fields && fields.isDeleted === true
}
