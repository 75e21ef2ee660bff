'use client'

import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import classes from './color-scheme-toggle.module.css'

/** Switches between light and dark. CSS picks the icon, so the first paint is right. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const current = useComputedColorScheme('light', { getInitialValueInEffect: true })
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label="Toggle color scheme"
      onClick={() => setColorScheme(current === 'dark' ? 'light' : 'dark')}
    >
      <IconSun size={18} stroke={1.7} className={classes.sun} aria-hidden />
      <IconMoon size={18} stroke={1.7} className={classes.moon} aria-hidden />
    </ActionIcon>
  )
}
