'use client'

import { Menu, MenuDivider, MenuDropdown, MenuItem, MenuLabel, MenuTarget, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import Link from 'next/link'
import type { CurrentOrganization } from './organization-context.tsx'
import classes from './organization-switcher.module.css'

interface OrganizationSwitcherProps {
  readonly current: CurrentOrganization
  readonly organizations: readonly CurrentOrganization[]
}

/** Shows the current organization and the reader's role, and links to the others. */
export function OrganizationSwitcher({ current, organizations }: OrganizationSwitcherProps) {
  return (
    <Menu position="bottom-start" width={264} withinPortal>
      <MenuTarget>
        <UnstyledButton className={classes.button} aria-label={`Organization: ${current.name}, ${current.role}`}>
          <Initial name={current.name} />
          <span className={classes.names}>
            <span className={classes.name} dir="auto">
              {current.name}
            </span>
            <span className={classes.role}>{roleLabels[current.role]}</span>
          </span>
          <IconSelector size={16} className={classes.icon} aria-hidden />
        </UnstyledButton>
      </MenuTarget>
      <MenuDropdown mah={420} style={{ overflowY: 'auto' }}>
        <MenuLabel>Organizations</MenuLabel>
        {organizations.map(({ id, name, slug, role }) => (
          <MenuItem
            key={id}
            component={Link}
            href={`/orgs/${slug}`}
            leftSection={<Initial name={name} />}
            rightSection={id === current.id ? <IconCheck size={16} aria-label="Current" /> : null}
          >
            <span className={classes.names}>
              <span className={classes.name} dir="auto">
                {name}
              </span>
              <span className={classes.role}>{roleLabels[role]}</span>
            </span>
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem component={Link} href="/new-organization" leftSection={<IconPlus size={16} aria-hidden />}>
          New organization
        </MenuItem>
      </MenuDropdown>
    </Menu>
  )
}

const roleLabels = { owner: 'Owner', admin: 'Admin', member: 'Member' } as const

function Initial({ name }: { name: string }) {
  return (
    <span className={classes.initial} aria-hidden>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
