import { demoQueries } from '@bridge/control-plane/portal/demo-queries'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { FrontShell } from '../components/front-shell.tsx'
import sharedLink from '../features/welcome/shared-link.png'
import { Welcome } from '../features/welcome/welcome.tsx'
import { WelcomeActions } from '../features/welcome/welcome-actions.tsx'
import { getBridge } from '../lib/bridge.ts'
import { requestQueryClient, serverTrpc } from '../lib/prefetch.ts'
import { challengedUser, currentUser } from '../lib/session.ts'

const title = 'Bridge Service: QuickBooks Desktop through the QuickBooks Online API'
const description =
  'Point your QuickBooks Online integration to a different URL, and it works with a company file in QuickBooks Desktop.'

/** Describes the page to those it is shared with. Pictures need the whole address, which only a deployment knows. */
export function generateMetadata(): Metadata {
  const { baseUrl } = getBridge()
  const alt = 'Your app calls the Bridge Service, which translates for QuickBooks Desktop on the PC'
  const picture = { url: baseUrl + sharedLink.src, width: sharedLink.width, height: sharedLink.height, alt }
  return {
    title: { absolute: title },
    description,
    openGraph: { type: 'website', siteName: 'Bridge Service', title, description, url: baseUrl, images: [picture] },
    twitter: { card: 'summary_large_image' },
  }
}

export default async function StartPage() {
  const user = await currentUser()
  if (!user) {
    if (await challengedUser()) redirect('/sign-in/second-factor')
    const caller = await getBridge().portal.caller(new Headers())
    const [first, failure, pricing] = await Promise.all([
      caller.demoCall({ query: demoQueries[0] }),
      caller.demoFailure(),
      caller.pricing(),
    ])
    return (
      <FrontShell actions={<WelcomeActions />} isWide>
        <Welcome queries={demoQueries} first={first} failure={failure} pricing={pricing} />
      </FrontShell>
    )
  }
  const { orgs } = await requestQueryClient().fetchQuery((await serverTrpc()).listOrganizations.queryOptions())
  const [first] = orgs
  redirect(first ? `/orgs/${first.slug}` : '/new-organization')
}
