'use client'

import {
  AppShell,
  AppShellHeader,
  AppShellMain,
  AppShellNavbar,
  Box,
  Burger,
  Group,
  ScrollArea,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { Brand } from './brand.tsx'
import { ColorSchemeToggle } from './color-scheme-toggle.tsx'
import { LinkButton } from './link-button.tsx'
import { Navigation, type NavigationOrganization } from './navigation.tsx'
import classes from './portal-shell.module.css'
import { UserMenu } from './user-menu.tsx'

interface PortalShellProps {
  readonly email: string | undefined
  readonly organizations: readonly NavigationOrganization[]
  readonly children: ReactNode
}

/** Frames a page with header and navigation. */
export function PortalShell({ email, organizations, children }: PortalShellProps) {
  const [opened, { toggle, close }] = useDisclosure(false)
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes when the page changes
  useEffect(close, [pathname])

  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 260, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <AppShellHeader>
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close navigation' : 'Open navigation'}
              aria-expanded={opened}
            />
            <Brand compact={!email} />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <ColorSchemeToggle />
            {email ? (
              <UserMenu email={email} />
            ) : (
              <LinkButton href="/sign-in" size="sm">
                Sign in
              </LinkButton>
            )}
          </Group>
        </Group>
      </AppShellHeader>
      <AppShellNavbar>
        <VisuallyHidden component="h2">Navigation</VisuallyHidden>
        <ScrollArea p="md" type="never">
          <Navigation organizations={organizations} />
        </ScrollArea>
      </AppShellNavbar>
      <AppShellMain id="content" tabIndex={-1} className={classes.main}>
        <Box maw={1080} mx="auto">
          {children}
        </Box>
      </AppShellMain>
    </AppShell>
  )
}
