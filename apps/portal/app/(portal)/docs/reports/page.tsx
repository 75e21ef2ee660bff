import { reports } from '@bridge/translation'
import type { Metadata } from 'next'
import Link from 'next/link'
import { DocumentationPage } from '../../../../features/docs/documentation-page.tsx'
import classes from '../../../../features/docs/entity.module.css'
import { reportHref } from '../../../../features/docs/report-pages.ts'

const description =
  'The reports of QuickBooks Online, from the figures of QuickBooks Desktop. Names are case-insensitive.'

export const metadata: Metadata = { title: 'Reports', description }

export default function ReportsPage() {
  return (
    <DocumentationPage href="/docs/reports" title="Reports" description={description}>
      <ul className={classes.list}>
        {reports.map(({ name, summary }) => (
          <li key={name} className={classes.item}>
            <span className={classes.name}>
              <Link href={reportHref(name)} prefetch={false}>
                {name}
              </Link>
            </span>
            <span className={classes.text}>{summary}</span>
          </li>
        ))}
      </ul>
      <p className={classes.operations}>
        QuickBooks Desktop has no other report of QuickBooks Online, such as CashFlow or TaxSummary. A request for one
        returns{' '}
        <Link href="/docs/errors/REPORT_UNKNOWN" prefetch={false}>
          REPORT_UNKNOWN
        </Link>
        .
      </p>
    </DocumentationPage>
  )
}
