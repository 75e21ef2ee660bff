import type { Metadata } from 'next'
import { DocumentationPage } from '../../../../features/docs/documentation-page.tsx'
import { errorCatalogue } from '../../../../features/docs/error-catalogue.ts'
import { ErrorList } from '../../../../features/docs/error-list.tsx'

const description =
  'All error codes, generated from the service’s own catalog. Each fault links to the page of its code.'

export const metadata: Metadata = { title: 'Errors', description }

export default function ErrorsPage() {
  const sections = errorCatalogue.map(({ errors, text, ...section }) => ({
    ...section,
    text: text.replaceAll('`', ''),
    errors: errors.map(({ code, anchor, origin, statuses, when, repeat }) => ({
      code,
      anchor,
      origin,
      statuses,
      repeat,
      text: takeFirstSentence(when.replaceAll('`', '')),
    })),
  }))
  return (
    <DocumentationPage href="/docs/errors" title="Errors" description={description}>
      <ErrorList sections={sections} />
    </DocumentationPage>
  )
}

function takeFirstSentence(text: string): string {
  return /^.*?[^.]\.(?= |$)/.exec(text)?.[0] ?? text
}
