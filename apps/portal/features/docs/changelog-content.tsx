import type { ReactNode } from 'react'
import { Article } from './article.tsx'
import { type Reader, type Release, readerLabels } from './changelog.ts'
import { ReaderFilter } from './reader-filter.tsx'

/** Lists the releases, and lets readers choose the changes that concern them. */
export function Changelog({ releases }: { releases: readonly Release[] }): ReactNode {
  const choices = Object.entries(readerLabels).map(([value, label]) => ({ value: value as Reader, label }))
  return (
    <ReaderFilter choices={choices}>
      <Article html={releases.map(toHtml).join('')} />
    </ReaderFilter>
  )
}

/** Returns the releases' headings, for the page's contents. */
export function listReleases(releases: readonly Release[]) {
  return releases.map((release) => ({ id: toReleaseId(release), text: toReleaseTitle(release), level: 2 as const }))
}

/** Returns a release's anchor. */
export function toReleaseId({ version }: Release): string {
  return version ?? 'unreleased'
}

function toReleaseTitle({ version }: Release): string {
  return version ?? 'Unreleased'
}

function toHtml(release: Release): string {
  const id = toReleaseId(release)
  const title = toReleaseTitle(release)
  const readers = new Set(release.groups.flatMap((group) => group.readers))
  const groups = release.groups.map(
    (group) => `<section data-readers="${group.readers.join(' ')}"><h3>${group.title}</h3>${group.html}</section>`,
  )
  return `<section data-readers="${[...readers].join(' ')}"><h2 id="${id}">${title}<a href="#${id}" class="heading-link" aria-label="Link to “${title}”">#</a></h2><p>${toDateLine(release)}</p>${groups.join('')}</section>`
}

function toDateLine({ date }: Release): string {
  if (date === undefined) return 'Part of this installation, and of the next release.'
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return `<time datetime="${date}">${text}</time>`
}
