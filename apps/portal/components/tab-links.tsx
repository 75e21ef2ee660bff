'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import classes from './tab-links.module.css'

export interface TabLink {
  readonly label: string
  readonly href: string
}

/** Links between the pages of one thing. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const path = usePathname()
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={classes.tab}
          aria-current={path === tab.href ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
