'use client'

import { IconSelector } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { MenuButton } from '../../components/menu-button.tsx'
import type { CurrentOrganization } from './organization-context.tsx'
import { OrganizationName } from './organization-name.tsx'
import classes from './organization-switcher.module.css'

interface OrganizationSwitcherProps {
  readonly current: CurrentOrganization
  readonly organizations: readonly CurrentOrganization[]
}

const OrganizationMenu = dynamic(loadMenu, { ssr: false })

/** Shows the current organization and the reader's role, with a menu for the others. */
export function OrganizationSwitcher({ current, organizations }: OrganizationSwitcherProps) {
  return (
    <MenuButton
      id="organization-menu"
      label={`Organization: ${current.name}, ${current.role}`}
      className={classes.button}
      renderMenu={(menu) => <OrganizationMenu {...menu} currentId={current.id} organizations={organizations} />}
      preload={loadMenu}
    >
      <OrganizationName organization={current} />
      <IconSelector size={16} className={classes.icon} aria-hidden />
    </MenuButton>
  )
}

function loadMenu() {
  return import('./organization-menu.tsx')
}
