import { Box, Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { ColorSchemeToggle } from './color-scheme-toggle.tsx'

/** Frames the pages without navigation. `actions` are next to the color scheme toggle. */
export function FrontShell({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <Box component="header">
        <Container size={1080} py="sm">
          <Group justify="space-between" wrap="nowrap">
            <Brand />
            <Group gap="sm" wrap="nowrap">
              {actions}
              <ColorSchemeToggle />
            </Group>
          </Group>
        </Container>
      </Box>
      <Container component="main" size={1080} py={{ base: 'xl', sm: 64 }}>
        {children}
      </Container>
    </>
  )
}
