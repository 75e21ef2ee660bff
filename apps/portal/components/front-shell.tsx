import { Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../lib/page-link.tsx'
import { Brand } from './brand.tsx'
import { ColorSchemeToggle } from './color-scheme-toggle.tsx'
import classes from './front-shell.module.css'
import { SiteFooter } from './site-footer.tsx'

interface FrontShellProps {
  /** Shown next to the color scheme toggle. */
  readonly actions?: ReactNode
  /** Uses the width for a product picture. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Frames the pages without navigation. */
export function FrontShell({ actions, isWide = false, children }: FrontShellProps) {
  const size = isWide ? 1200 : 1080
  return (
    <div className={classes.page}>
      <header>
        <Container size={size} py="sm">
          <Group justify="space-between" wrap="nowrap">
            <Brand compact />
            <Group gap="sm" wrap="nowrap">
              <nav aria-label="Site">
                <PageLink href="/docs" className={classes.link}>
                  Docs
                </PageLink>
              </nav>
              {actions}
              <ColorSchemeToggle />
            </Group>
          </Group>
        </Container>
      </header>
      <Container component="main" size={size} w="100%" py={{ base: 'lg', sm: 48 }}>
        {children}
      </Container>
      <SiteFooter size={size} />
    </div>
  )
}
