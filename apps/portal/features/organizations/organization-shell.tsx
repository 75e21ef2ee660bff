'use client'

import { Divider } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useFrameTools } from '../../components/frame-tools-context.ts'
import { GoneState } from '../../components/gone-state.tsx'
import { NavigationList } from '../../components/navigation-list.tsx'
import { ReaderMark } from '../../components/reader-mark.tsx'
import { SearchButton } from '../../components/search-button.tsx'
import { Shell } from '../../components/shell.tsx'
import { UserMenu } from '../../components/user-menu.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { BillingBanner, type BillingState } from './billing-banner.tsx'
import { mayOpen } from './may-open.ts'
import { MembersOnly } from './members-only.tsx'
import { type CurrentOrganization, OrganizationProvider } from './organization-context.tsx'
import { organizationPages } from './organization-pages.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'

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

const documentation = [{ label: 'Documentation', href: '/docs', icon: IconBook2 }] as const

/** Frames an organization's pages. */
export function OrganizationShell({ billing, email, state, children, ...rendered }: OrganizationShellProps) {
  const { openMenu } = useFrameTools()
  const { organization, organizations, isGone } = useLiveOrganization(rendered)
  const path = usePathname().slice(`/orgs/${organization.slug}`.length)
  return (
    <OrganizationProvider organization={organization}>
      <LiveUpdates orgId={organization.id} seen={state} />
      <ReaderMark email={email} />
      <Shell
        top={
          <>
            <OrganizationSwitcher current={organization} organizations={organizations} />
            <SearchButton onClick={openMenu} />
          </>
        }
        navigation={
          <>
            <NavigationList label="Organization" items={organizationPages(organization.slug, organization.role)} />
            <Divider my={8} />
            <NavigationList label="Help" items={documentation} />
          </>
        }
        bottom={<UserMenu email={email} />}
      >
        {isGone ? (
          <GoneState what="organization" listHref="/" listLabel="your organizations" />
        ) : (
          <>
            <BillingBanner rendered={billing} />
            {/* The first page leads viewers on. */}
            {path === '' || mayOpen(organization.role, path) ? children : <MembersOnly />}
          </>
        )}
      </Shell>
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
