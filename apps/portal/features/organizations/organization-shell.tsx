'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { GoneState } from '../../components/gone-state.tsx'
import { ReaderMark } from '../../components/reader-mark.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { BillingBanner, type BillingState } from './billing-banner.tsx'
import { mayOpen } from './may-open.ts'
import { MembersOnly } from './members-only.tsx'
import { type CurrentOrganization, OrganizationProvider } from './organization-context.tsx'
import { OrganizationFrame } from './organization-frame.tsx'

interface OrganizationShellProps {
  readonly organization: CurrentOrganization
  readonly organizations: readonly CurrentOrganization[]
  readonly email: string
  /** Undefined if it could not be loaded with the page. */
  readonly billing: BillingState | undefined
  /** The organization's state before its data was loaded. */
  readonly state: string
  readonly children: ReactNode
}

const LiveUpdates = dynamic(() => import('../live/live-updates.tsx'), { ssr: false })

/** Frames an organization's pages. */
export function OrganizationShell({ billing, email, state, children, ...rendered }: OrganizationShellProps) {
  const { organization, organizations, isGone } = useLiveOrganization(rendered)
  const path = usePathname().slice(`/orgs/${organization.slug}`.length)
  return (
    <OrganizationProvider organization={organization}>
      <LiveUpdates orgId={organization.id} seen={state} />
      <ReaderMark email={email} />
      <OrganizationFrame organization={organization} organizations={organizations} email={email}>
        {isGone ? (
          <GoneState what="organization" listHref="/" listLabel="your organizations" />
        ) : (
          <>
            <BillingBanner rendered={billing} />
            {/* The first page leads viewers on. */}
            {path === '' || mayOpen(organization.role, path) ? children : <MembersOnly />}
          </>
        )}
      </OrganizationFrame>
    </OrganizationProvider>
  )
}

/** Replaces what the server rendered by others' changes since: the name, the reader's role, or its deletion. */
function useLiveOrganization({
  organization,
  organizations,
}: Pick<OrganizationShellProps, 'organization' | 'organizations'>) {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.listOrganizations.queryOptions(undefined, { initialData: { orgs: [...organizations] }, retry: false }),
  )
  const current = data.orgs.find(({ id }) => id === organization.id)
  return { organization: current ?? organization, organizations: data.orgs, isGone: current === undefined }
}
