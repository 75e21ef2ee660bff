'use client'

import {
  Menu,
  MenuDivider,
  MenuDropdown,
  MenuItem,
  MenuLabel,
  MenuTarget,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { signOut } from '../lib/auth-requests.ts'
import { PageLink } from '../lib/page-link.tsx'
import { Dialog } from './dialog.tsx'
import { FailedChange } from './failed-change.tsx'
import { MenuAnchor } from './menu-anchor.tsx'
import type { LoadedMenuProps } from './menu-button.tsx'

interface UserMenuItemsProps extends LoadedMenuProps {
  readonly email: string
}

/** Links to the account, switches the color scheme and signs out. */
export default function UserMenuItems({ id, anchor, opened, onClose, email }: UserMenuItemsProps) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: true })
  const leave = useMutation({
    mutationFn: () => signOut(),
    onSuccess: (url) => window.location.assign(url),
  })
  return (
    <>
      <Menu id={id} opened={opened} onClose={onClose} position="top-start" width={232} returnFocus={false}>
        <MenuTarget>
          <MenuAnchor anchor={anchor} />
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
          <MenuItem component={PageLink} href="/account" leftSection={<IconUser size={16} aria-hidden />}>
            Account
          </MenuItem>
          <MenuItem leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate()}>
            Sign out
          </MenuItem>
        </MenuDropdown>
      </Menu>
      <Dialog opened={leave.isError} onClose={leave.reset} title="Sign out">
        <FailedChange change={leave} title="You were not signed out" />
      </Dialog>
    </>
  )
}
