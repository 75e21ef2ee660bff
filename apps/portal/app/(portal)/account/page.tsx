import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AccountFrame } from '../../../features/account/account-frame.tsx'
import { AccountSettings } from '../../../features/account/account-settings.tsx'
import { getBridge } from '../../../lib/bridge.ts'
import { requestQueryClient, serverTrpc } from '../../../lib/prefetch.ts'
import { requireUser } from '../../../lib/session.ts'

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage() {
  const { email } = await requireUser('/account')
  const queryClient = requestQueryClient()
  const trpc = await serverTrpc()
  const [{ orgs }] = await Promise.all([
    queryClient.fetchQuery(trpc.listOrganizations.queryOptions()),
    queryClient.prefetchQuery(trpc.getAccount.queryOptions()),
    queryClient.prefetchQuery(trpc.secondFactor.state.queryOptions()),
    queryClient.prefetchQuery(trpc.listSessions.queryOptions()),
    queryClient.prefetchQuery(trpc.getAccountDeletion.queryOptions()),
  ])
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AccountFrame organizations={orgs} email={email}>
        <AccountSettings providerName={getBridge().signIn.openIdConnect?.name} />
      </AccountFrame>
    </HydrationBoundary>
  )
}
