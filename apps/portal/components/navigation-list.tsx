'use client'

import type { IconProps } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import type { ComponentType } from 'react'
import { PageLink } from '../lib/page-link.tsx'
import classes from './navigation-list.module.css'

export interface NavigationItem {
  readonly label: string
  readonly href: string
  readonly icon: ComponentType<IconProps>
  /** The page is current only at its exact address, not on the pages below it. */
  readonly isExact?: boolean
}

interface NavigationListProps {
  /** Names the navigation to screen readers. */
  readonly label: string
  readonly items: readonly NavigationItem[]
}

/** A list of links with the current page marked. */
export function NavigationList({ label, items }: NavigationListProps) {
  const pathname = usePathname()
  return (
    <nav aria-label={label}>
      <ul className={classes.list}>
        {items.map(({ label: text, href, icon: Icon, isExact }) => {
          const isCurrent = pathname === href || (!isExact && pathname.startsWith(`${href}/`))
          return (
            <li key={href}>
              <PageLink href={href} className={classes.link} aria-current={isCurrent ? 'page' : undefined}>
                <Icon size={18} stroke={1.6} aria-hidden />
                <span className={classes.label}>{text}</span>
              </PageLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
