'use client'

import {
  Menu,
  MenuDivider,
  MenuDropdown,
  MenuItem,
  MenuLabel,
  MenuTarget,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import Link from 'next/link'
import { signOut } from '../lib/auth-requests.ts'
import { showError } from './show-error.ts'
import classes from './user-menu.module.css'

/** Shows the signed-in user, switches the color scheme and signs out. */
export function UserMenu({ email }: { email: string }) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: true })
  const handleSignOut = () => signOut().then((url) => window.location.assign(url), showError)
  return (
    <Menu position="top-start" width={232} withinPortal>
      <MenuTarget>
        <UnstyledButton className={classes.button} aria-label={`Account menu for ${email}`}>
          <IconUser size={18} stroke={1.6} className={classes.icon} aria-hidden />
          <span className={classes.email}>{email}</span>
        </UnstyledButton>
      </MenuTarget>
      <MenuDropdown>
        <MenuLabel>Signed in as {email}</MenuLabel>
        <MenuItem
          leftSection={scheme === 'dark' ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
          onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          {scheme === 'dark' ? 'Use light colors' : 'Use dark colors'}
        </MenuItem>
        <MenuItem leftSection={<IconDeviceDesktop size={16} aria-hidden />} onClick={() => setColorScheme('auto')}>
          Use the system’s colors
        </MenuItem>
        <MenuDivider />
        <MenuItem component={Link} href="/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account
        </MenuItem>
        <MenuItem leftSection={<IconLogout size={16} aria-hidden />} onClick={handleSignOut}>
          Sign out
        </MenuItem>
      </MenuDropdown>
    </Menu>
  )
}
