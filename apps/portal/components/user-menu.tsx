'use client'

import { Avatar, Menu, MenuDropdown, MenuItem, MenuLabel, MenuTarget, UnstyledButton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { signOut } from '../lib/auth-requests.ts'
import { showError } from './show-error.ts'

/** Shows the signed-in user and signs out. */
export function UserMenu({ email }: { email: string }) {
  const handleSignOut = () => signOut().then((url) => window.location.assign(url), showError)
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <MenuTarget>
        <UnstyledButton aria-label={`Account menu for ${email}`}>
          <Avatar size={36} radius="xl" color="pine" variant="filled" alt="">
            {email.slice(0, 1).toUpperCase()}
          </Avatar>
        </UnstyledButton>
      </MenuTarget>
      <MenuDropdown>
        <MenuLabel>Signed in as</MenuLabel>
        <MenuLabel c="var(--mantine-color-text)" fz="sm" pt={0} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </MenuLabel>
        <MenuItem leftSection={<IconLogout size={16} aria-hidden />} onClick={handleSignOut}>
          Sign out
        </MenuItem>
      </MenuDropdown>
    </Menu>
  )
}
