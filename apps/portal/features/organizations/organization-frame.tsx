'use client'

import { Divider } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFrameTools } from '../../components/frame-tools-context.ts'
import { NavigationList } from '../../components/navigation-list.tsx'
import { SearchButton } from '../../components/search-button.tsx'
import { Shell } from '../../components/shell.tsx'
import { UserMenu } from '../../components/user-menu.tsx'
import type { CurrentOrganization } from './organization-context.tsx'
import { organizationPages } from './organization-pages.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'

interface OrganizationFrameProps {
  readonly organization: CurrentOrganization
  readonly organizations: readonly CurrentOrganization[]
  readonly email: string
  readonly children: ReactNode
}

const documentation = [{ label: 'Documentation', href: '/docs', icon: IconBook2 }] as const

/** Frames a page with an organization's sidebar. */
export function OrganizationFrame({ organization, organizations, email, children }: OrganizationFrameProps) {
  const { openMenu } = useFrameTools()
  return (
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
      {children}
    </Shell>
  )
}
