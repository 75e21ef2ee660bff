import { PageLink } from '../lib/page-link.tsx'
import classes from './breadcrumb-trail.module.css'

export interface Breadcrumb {
  readonly label: string
  readonly href: string
}

/** Links to the pages above the current one. */
export function BreadcrumbTrail({ breadcrumbs }: { breadcrumbs: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.trail}>
        {breadcrumbs.map(({ label, href }) => (
          <li key={href}>
            <PageLink href={href} className={classes.link}>
              <bdi>{label}</bdi>
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
