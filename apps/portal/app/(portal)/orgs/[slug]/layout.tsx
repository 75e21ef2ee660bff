import type { ReactNode } from 'react'
import { OrganizationShell } from '../../../../features/organizations/organization-shell.tsx'
import { requireOrganization } from '../../../../features/organizations/require-organization.ts'
import { leadToSecondFactor } from '../../../../lib/lead-to-second-factor.ts'
import { requestQueryClient, serverTrpc } from '../../../../lib/prefetch.ts'
import { currentPath, requireUser } from '../../../../lib/session.ts'

interface OrganizationLayoutProps {
  readonly params: Promise<{ slug: string }>
  readonly children: ReactNode
}

export default async function OrganizationLayout({ params, children }: OrganizationLayoutProps) {
  const { slug } = await params
  const user = await requireUser(await currentPath(`/orgs/${slug}`))
  const organization = await requireOrganization(slug)
  const trpc = await serverTrpc()
  const options = trpc.liveState.queryOptions({ orgId: organization.id }, { retry: false })
  const loading = requestQueryClient().fetchQuery(options)
  const state = await leadToSecondFactor(slug, loading)
  const { orgs } = await requestQueryClient().fetchQuery(trpc.listOrganizations.queryOptions())
  const billing = await requestQueryClient()
    .fetchQuery(trpc.getBillingState.queryOptions({ orgId: organization.id }))
    .catch(() => undefined)
  return (
    <OrganizationShell
      organization={organization}
      organizations={orgs}
      email={user.email}
      state={state}
      billing={billing}
    >
      {children}
    </OrganizationShell>
  )
}
