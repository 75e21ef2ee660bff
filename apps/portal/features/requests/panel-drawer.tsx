'use client'

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

interface PanelDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows a request's details above the list, where there is no room next to it. */
export default function PanelDrawer({ opened, onClose, children }: PanelDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(720px, 100%)"
      withCloseButton={false}
      padding="md"
      attributes={{ content: { 'aria-label': 'Request' } }}
    >
      {children}
    </Drawer>
  )
}
