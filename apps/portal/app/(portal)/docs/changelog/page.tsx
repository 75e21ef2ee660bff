import type { Metadata } from 'next'
import classes from '../../../../features/docs/changelog.module.css'
import { changelogFeedPath, parseChangelog } from '../../../../features/docs/changelog.ts'
import { Changelog, listReleases } from '../../../../features/docs/changelog-content.tsx'
import { DocumentationPage } from '../../../../features/docs/documentation-page.tsx'
import { readRepositoryFile } from '../../../../features/docs/guides.ts'

const title = 'Changelog'
const description =
  'What changes for integrations, organizations, and those who run the service. Deprecated behavior is listed at least one version before it is removed.'

export const metadata: Metadata = {
  title,
  description,
  alternates: { types: { 'application/atom+xml': [{ url: changelogFeedPath, title }] } },
}

export default function ChangelogPage() {
  const releases = parseChangelog(readRepositoryFile('CHANGELOG.md'))
  return (
    <DocumentationPage
      href="/docs/changelog"
      title={title}
      description={description}
      headings={listReleases(releases)}
      actions={
        <a href={changelogFeedPath} className={classes.feed}>
          Feed (Atom)
        </a>
      }
    >
      <Changelog releases={releases} />
    </DocumentationPage>
  )
}
