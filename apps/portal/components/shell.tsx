'use client'

import { AppShell, AppShellHeader, AppShellMain, AppShellNavbar, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusContent } from '../lib/focus-content.ts'
import { Brand } from './brand.tsx'
import classes from './shell.module.css'

interface ShellProps {
  /** Above the navigation: the organization switcher, or the brand. */
  readonly top: ReactNode
  readonly navigation: ReactNode
  /** Below the navigation: the account. */
  readonly bottom: ReactNode
  /** At the header's end on narrow screens. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** Frames a page with a sidebar, which narrow screens open with a button. */
export function Shell({ top, navigation, bottom, tools, children }: ShellProps) {
  const [opened, { toggle, close }] = useDisclosure(false)
  const pathname = usePathname()
  const shownPath = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sidebar closes when the page changes
  useEffect(close, [pathname])
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    // The focused link or button went with its page.
    if (document.activeElement === document.body) focusContent()
  }, [pathname])
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 52, md: 0 } }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
      transitionDuration={120}
    >
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <AppShellHeader hiddenFrom="md">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label={opened ? 'Close navigation' : 'Open navigation'}
              aria-expanded={opened}
            />
            <Brand />
          </Group>
          {tools}
        </Group>
      </AppShellHeader>
      <AppShellNavbar className={classes.sidebar}>
        <Group hiddenFrom="md" px="md" h={52}>
          <Burger opened={opened} onClick={toggle} size="sm" aria-label="Close navigation" aria-expanded={opened} />
        </Group>
        <div className={classes.top}>{top}</div>
        <div className={classes.middle}>{navigation}</div>
        <div className={classes.bottom}>{bottom}</div>
      </AppShellNavbar>
      <AppShellMain id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>{children}</div>
      </AppShellMain>
    </AppShell>
  )
}
