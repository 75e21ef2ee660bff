import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AccountFrame } from '../../../../features/account/account-frame.tsx'
import { RequiredSecondFactor } from '../../../../features/account/required-second-factor.tsx'
import { requestQueryClient, serverTrpc } from '../../../../lib/prefetch.ts'
import { currentPath, requireUser } from '../../../../lib/session.ts'

export const metadata: Metadata = { title: 'Second factor' }

interface SecondFactorPageProps {
  readonly searchParams: Promise<{ organization?: string | string[] }>
}

export default async function SecondFactorPage({ searchParams }: SecondFactorPageProps) {
  const { organization: slug } = await searchParams
  const { email } = await requireUser(await currentPath('/account/second-factor'))
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  const [{ orgs }] = await Promise.all([
    queryClient.fetchQuery(trpc.listOrganizations.queryOptions()),
    queryClient.prefetchQuery(trpc.secondFactor.state.queryOptions()),
  ])
  const organization = orgs.find((each) => each.slug === slug)
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AccountFrame organizations={orgs} organization={organization} email={email}>
        <RequiredSecondFactor organization={organization} />
      </AccountFrame>
    </HydrationBoundary>
  )
}
