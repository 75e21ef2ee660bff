import type { ReactNode } from 'react'
import { PortalShell } from '../../components/portal-shell.tsx'
import { requestQueryClient, serverTrpc } from '../../lib/prefetch.ts'
import { currentUser } from '../../lib/session.ts'

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const user = await currentUser()
  const { orgs } = user
    ? await requestQueryClient().fetchQuery((await serverTrpc()).listOrganizations.queryOptions())
    : { orgs: [] }
  return (
    <PortalShell email={user?.email} organizations={orgs.map(({ name, slug }) => ({ name, slug }))}>
      {children}
    </PortalShell>
  )
}
