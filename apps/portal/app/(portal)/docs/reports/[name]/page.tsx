import { reports } from '@bridge/translation'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Article } from '../../../../../features/docs/article.tsx'
import { DocumentationPage } from '../../../../../features/docs/documentation-page.tsx'
import { findNeighbors } from '../../../../../features/docs/documentation-pages.ts'
import classes from '../../../../../features/docs/entity.module.css'
import { renderMarkdown } from '../../../../../features/docs/render-markdown.ts'
import { writeReportDocument } from '../../../../../features/docs/report-document.ts'
import { runExampleReport } from '../../../../../features/docs/report-example.ts'
import { reportHref, reportPages } from '../../../../../features/docs/report-pages.ts'

interface ReportPageProps {
  readonly params: Promise<{ name: string }>
}

export const dynamicParams = false

export function generateStaticParams() {
  return reports.map(({ name }) => ({ name: name.toLowerCase() }))
}

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const { name, summary } = await requireReport(params)
  return { title: name, description: summary }
}

async function requireReport(params: ReportPageProps['params']) {
  const { name } = await params
  return reports.find((table) => table.name.toLowerCase() === name) ?? notFound()
}

export default async function ReportPage({ params }: ReportPageProps) {
  const table = await requireReport(params)
  const href = reportHref(table.name)
  const document = writeReportDocument(table, await runExampleReport(table.name))
  const { title, description, html, headings } = renderMarkdown(document, (link) => link)
  return (
    <DocumentationPage
      href={href}
      title={title}
      description={description}
      headings={headings}
      neighbors={findNeighbors(reportPages, href)}
      actions={
        <Link href="/docs/api/reports" className={classes.link} prefetch={false}>
          API reference of reports
        </Link>
      }
    >
      <Article html={html} />
    </DocumentationPage>
  )
}
