'use client'

import { Divider } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NavigationList } from '../../components/navigation-list.tsx'
import { Shell } from '../../components/shell.tsx'
import { UserMenu } from '../../components/user-menu.tsx'
import { type CurrentOrganization, OrganizationProvider } from './organization-context.tsx'
import { organizationPages } from './organization-pages.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'

interface OrganizationShellProps {
  readonly organization: CurrentOrganization
  readonly organizations: readonly CurrentOrganization[]
  readonly email: string
  readonly children: ReactNode
}

const documentation = [{ label: 'Documentation', href: '/docs', icon: IconBook2 }] as const

/** Frames the pages of an organization. */
export function OrganizationShell({ organization, organizations, email, children }: OrganizationShellProps) {
  return (
    <OrganizationProvider organization={organization}>
      <Shell
        top={<OrganizationSwitcher current={organization} organizations={organizations} />}
        navigation={
          <>
            <NavigationList label="Organization" items={organizationPages(organization.slug)} />
            <Divider my={8} />
            <NavigationList label="Help" items={documentation} />
          </>
        }
        bottom={<UserMenu email={email} />}
      >
        {children}
      </Shell>
    </OrganizationProvider>
  )
}
