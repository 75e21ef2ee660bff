'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import classes from './documentation-navigation.module.css'
import type { DocumentationGroup } from './documentation-pages.ts'

const overview = { title: 'Overview', href: '/docs' }

/** Links to the documentation pages, with the current one marked. */
export function DocumentationNavigation({ groups }: { groups: readonly DocumentationGroup[] }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Documentation">
      {[{ title: undefined, pages: [overview] }, ...groups].map(({ title, pages }) => (
        <section key={title ?? ''} className={classes.group}>
          {title && <p className={classes.title}>{title}</p>}
          <ul className={classes.list}>
            {pages.map((page) => (
              <li key={page.href}>
                <Link
                  href={page.href}
                  className={classes.link}
                  prefetch={false}
                  aria-current={isCurrent(pathname, page.href) ? 'page' : undefined}
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function isCurrent(pathname: string, href: string): boolean {
  return pathname === href || (href !== overview.href && pathname.startsWith(`${href}/`))
}
