'use client'

import { Menu, MenuDivider, MenuDropdown, MenuItem, MenuLabel, MenuTarget } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { MenuAnchor } from '../../components/menu-anchor.tsx'
import type { LoadedMenuProps } from '../../components/menu-button.tsx'
import { PageLink } from '../../lib/page-link.tsx'
import type { CurrentOrganization } from './organization-context.tsx'
import { OrganizationName } from './organization-name.tsx'

interface OrganizationMenuProps extends LoadedMenuProps {
  readonly currentId: string
  readonly organizations: readonly CurrentOrganization[]
}

/** Links to the reader's organizations, and to the page for creating one. */
export default function OrganizationMenu({
  id,
  anchor,
  opened,
  onClose,
  currentId,
  organizations,
}: OrganizationMenuProps) {
  return (
    <Menu id={id} opened={opened} onClose={onClose} position="bottom-start" width={264} returnFocus={false}>
      <MenuTarget>
        <MenuAnchor anchor={anchor} />
      </MenuTarget>
      <MenuDropdown mah={420} style={{ overflowY: 'auto' }}>
        <MenuLabel>Organizations</MenuLabel>
        {organizations.map((organization) => (
          <MenuItem
            key={organization.id}
            component={PageLink}
            href={`/orgs/${organization.slug}`}
            rightSection={organization.id === currentId ? <IconCheck size={16} aria-label="Current" /> : null}
          >
            <OrganizationName organization={organization} />
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem component={PageLink} href="/new-organization" leftSection={<IconPlus size={16} aria-hidden />}>
          New organization
        </MenuItem>
      </MenuDropdown>
    </Menu>
  )
}
