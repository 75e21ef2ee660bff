'use client'

import type { ReactNode } from 'react'
import { Brand } from '../../components/brand.tsx'
import { useFrameTools } from '../../components/frame-tools-context.ts'
import { SearchButton } from '../../components/search-button.tsx'
import { Shell } from '../../components/shell.tsx'
import { DocumentationNavigation } from './documentation-navigation.tsx'
import type { DocumentationGroup } from './documentation-pages.ts'
import classes from './documentation-shell.module.css'
import { ReaderAccount } from './reader-account.tsx'

interface DocumentationShellProps {
  readonly groups: readonly DocumentationGroup[]
  readonly children: ReactNode
}

/** Frames the documentation, which is rendered once for all readers. */
export function DocumentationShell({ groups, children }: DocumentationShellProps) {
  const { openMenu } = useFrameTools()
  return (
    <Shell
      top={
        <>
          <div className={classes.brand}>
            <Brand />
          </div>
          <SearchButton onClick={openMenu} />
        </>
      }
      navigation={<DocumentationNavigation groups={groups} />}
      bottom={<ReaderAccount />}
    >
      {children}
    </Shell>
  )
}
