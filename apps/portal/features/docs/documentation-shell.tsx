'use client'

import { IconAlertTriangle, IconApi, IconBook2, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand } from '../../components/brand.tsx'
import { NavigationList } from '../../components/navigation-list.tsx'
import { Shell } from '../../components/shell.tsx'
import classes from './documentation-shell.module.css'
import { ReaderAccount } from './reader-account.tsx'

const pages = [
  { label: 'Overview', href: '/docs', icon: IconBook2, isExact: true },
  { label: 'Entities', href: '/docs/entities', icon: IconTable },
  { label: 'API reference', href: '/docs/api', icon: IconApi },
  { label: 'Errors', href: '/docs/errors', icon: IconAlertTriangle },
] as const

/** Frames the documentation, which is rendered once for all readers. */
export function DocumentationShell({ children }: { children: ReactNode }) {
  return (
    <Shell
      top={
        <div className={classes.brand}>
          <Brand />
        </div>
      }
      navigation={<NavigationList label="Documentation" items={pages} />}
      bottom={<ReaderAccount />}
    >
      {children}
    </Shell>
  )
}
