import type { ReactNode } from 'react'
import { CopyMarkdown } from './copy-markdown.tsx'
import classes from './documentation-page.module.css'
import { findNeighbors, getDocumentationGroups, type Neighbors } from './documentation-pages.ts'
import { PageContents } from './page-contents.tsx'
import { Pager } from './pager.tsx'

interface DocumentationPageProps {
  /** The page's address. */
  readonly href: string
  readonly title: string
  readonly description: ReactNode
  /** Sets the title in mono. */
  readonly isCode?: boolean
  readonly headings?: readonly { readonly id: string; readonly text: string; readonly level: 2 | 3 }[]
  /** The pages before and after this one, if the navigation does not list it. */
  readonly neighbors?: Neighbors
  /** Next to the button for copying the page as Markdown. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Lays out a documentation page: title, text, contents on the right, and the pages around it. */
export function DocumentationPage({
  href,
  title,
  description,
  isCode = false,
  headings = [],
  neighbors,
  actions,
  children,
}: DocumentationPageProps) {
  const around =
    neighbors ??
    findNeighbors(
      [{ title: 'Overview', href: '/docs' }, ...getDocumentationGroups().flatMap(({ pages }) => pages)],
      href,
    )
  return (
    <div className={classes.columns} data-has-contents={headings.length > 1 || undefined}>
      <div className={classes.main}>
        <article data-documentation>
          <header className={classes.header}>
            <h1 className={classes.title} data-code={isCode || undefined}>
              {title}
            </h1>
            <p className={classes.description}>{description}</p>
            <div className={classes.actions} data-no-index>
              <CopyMarkdown href={`${href}.md`} />
              {actions}
            </div>
          </header>
          {children}
        </article>
        <Pager {...around} />
      </div>
      {headings.length > 1 && <PageContents headings={headings} />}
    </div>
  )
}
