'use client'

import { IconUser } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { MenuButton } from './menu-button.tsx'
import classes from './user-menu.module.css'

const UserMenuItems = dynamic(loadItems, { ssr: false })

/** Shows the signed-in user, with a menu. */
export function UserMenu({ email }: { email: string }) {
  return (
    <MenuButton
      id="account-menu"
      label={`Account menu for ${email}`}
      className={classes.button}
      renderMenu={(menu) => <UserMenuItems {...menu} email={email} />}
      preload={loadItems}
    >
      <IconUser size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.email}>{email}</span>
    </MenuButton>
  )
}

function loadItems() {
  return import('./user-menu-items.tsx')
}
