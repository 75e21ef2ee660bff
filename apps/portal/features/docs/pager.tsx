import Link from 'next/link'
import type { DocumentationLink, Neighbors } from './documentation-pages.ts'
import classes from './pager.module.css'

/** Links to the previous and the next page. */
export function Pager({ previous, next }: Neighbors) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Previous and next page" className={classes.pager}>
      {previous ? <PagerLink page={previous} label="Previous" /> : <span />}
      {next && <PagerLink page={next} label="Next" />}
    </nav>
  )
}

function PagerLink({ page, label }: { page: DocumentationLink; label: 'Previous' | 'Next' }) {
  return (
    <Link href={page.href} className={classes.link} data-side={label} prefetch={false}>
      <span className={classes.label}>{label}</span>
      <span className={classes.title}>{page.title}</span>
    </Link>
  )
}
