import { demoQueries } from '@bridge/control-plane/portal/demo-queries'
import { redirect } from 'next/navigation'
import { FrontShell } from '../components/front-shell.tsx'
import { Welcome } from '../features/welcome/welcome.tsx'
import { WelcomeActions } from '../features/welcome/welcome-actions.tsx'
import { getBridge } from '../lib/bridge.ts'
import { requestQueryClient, serverTrpc } from '../lib/prefetch.ts'
import { challengedUser, currentUser } from '../lib/session.ts'

export default async function StartPage() {
  const user = await currentUser()
  if (!user) {
    if (await challengedUser()) redirect('/sign-in/second-factor')
    const caller = await getBridge().portal.caller(new Headers())
    return (
      <FrontShell actions={<WelcomeActions />} isWide>
        <Welcome queries={demoQueries} first={await caller.demoCall({ query: demoQueries[0] })} />
      </FrontShell>
    )
  }
  const { orgs } = await requestQueryClient().fetchQuery((await serverTrpc()).listOrganizations.queryOptions())
  const [first] = orgs
  redirect(first ? `/orgs/${first.slug}` : '/new-organization')
}
