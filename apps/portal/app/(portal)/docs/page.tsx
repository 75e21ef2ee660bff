import type { Metadata } from 'next'
import Link from 'next/link'
import { DocumentationPage } from '../../../features/docs/documentation-page.tsx'
import { getDocumentationGroups } from '../../../features/docs/documentation-pages.ts'
import { getGuide, guideGroups } from '../../../features/docs/guides.ts'
import classes from '../../../features/docs/overview.module.css'

const description = 'Use the QuickBooks Online v3 API with a company file in QuickBooks Desktop (US edition).'

export const metadata: Metadata = { title: 'Documentation', description }

const referenceTexts: Readonly<Record<string, string>> = {
  '/docs/api': 'Every endpoint, generated from the code that serves it.',
  '/docs/entities': 'How each QuickBooks Online entity maps to QuickBooks Desktop.',
  '/docs/reports': 'The twenty reports, with their parameters and rows.',
  '/docs/errors': 'All error codes, generated from the service’s own catalog.',
  '/docs/changelog': 'What changed and what’s next.',
}

const guideTexts = new Map<string, string>(
  guideGroups.flatMap(({ slugs }) =>
    slugs.map((slug) => [`/docs/guides/${slug}`, getGuide(slug).description] as const),
  ),
)

export default function DocumentationOverviewPage() {
  return (
    <DocumentationPage href="/docs" title="Documentation" description={description}>
      {getDocumentationGroups().map(({ title, pages }) => (
        <section key={title} className={classes.group}>
          <h2 className={classes.heading}>{title}</h2>
          <ul className={classes.list}>
            {pages.map(({ title: page, href }) => (
              <li key={href} className={classes.item}>
                <Link href={href} className={classes.link} prefetch={false}>
                  {page}
                </Link>
                <p className={classes.text}>{guideTexts.get(href) ?? referenceTexts[href]}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocumentationPage>
  )
}
