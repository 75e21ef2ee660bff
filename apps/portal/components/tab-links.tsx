'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { PageLink } from '../lib/page-link.tsx'
import classes from './tab-links.module.css'

export interface TabLink {
  readonly label: string
  readonly href: string
}

/** Links between one thing's pages. On narrow screens, the current one is scrolled into view. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const path = usePathname()
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab changes with the path
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !current) return
    const middle = current.offsetLeft - list.current.offsetLeft + current.offsetWidth / 2
    list.current.scrollLeft = middle - list.current.clientWidth / 2
  }, [path])
  return (
    <nav ref={list} aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <PageLink
          key={tab.href}
          href={tab.href}
          className={classes.tab}
          aria-current={path === tab.href ? 'page' : undefined}
        >
          {tab.label}
        </PageLink>
      ))}
    </nav>
  )
}
