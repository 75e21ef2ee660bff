'use client'

import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './search-button.module.css'

/** Opens the menu. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton className={classes.button} onClick={onClick} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} aria-hidden />
      <span className={classes.label}>Search</span>
      <Kbd size="xs" aria-hidden>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  )
}
