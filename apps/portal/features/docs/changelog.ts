import { renderMarkdown } from './render-markdown.ts'

/** The feed's address. */
export const changelogFeedPath = '/docs/changelog.atom'

/** Whom a change concerns. */
export type Reader = 'integrations' | 'organizations' | 'operators'

export const readerLabels: Readonly<Record<Reader, string>> = {
  integrations: 'Integrations',
  organizations: 'Organizations',
  operators: 'Operators',
}

/** A release's changes for the same readers. */
export interface ChangeGroup {
  readonly title: string
  readonly readers: readonly Reader[]
  readonly html: string
}

export interface Release {
  /** `0.2.0`; undefined for changes after the newest release. */
  readonly version: string | undefined
  /** `2026-11-26`; undefined for changes after the newest release. */
  readonly date: string | undefined
  readonly groups: readonly ChangeGroup[]
}

const everyone: readonly Reader[] = ['integrations', 'organizations', 'operators']

/** The readers of each group in CHANGELOG.md. */
const groupReaders: Readonly<Record<string, readonly Reader[]>> = {
  'Before you upgrade': ['operators'],
  'For everyone': everyone,
  'For integrations': ['integrations'],
  'For organizations': ['organizations'],
  'For PCs with QuickBooks': ['organizations'],
  'For operators': ['operators'],
  Security: everyone,
}

const releaseTitle = /^(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/

/** Parses CHANGELOG.md, the newest release first. @throws {Error} if no readers are known for a group */
export function parseChangelog(markdown: string): Release[] {
  return splitAt('## ', markdown).map(([title, text]) => {
    const [, version, date] = releaseTitle.exec(title) ?? []
    return { version, date, groups: splitAt('### ', text).map(([name, changes]) => toGroup(name, changes)) }
  })
}

function toGroup(title: string, changes: string): ChangeGroup {
  const readers = groupReaders[title]
  if (readers === undefined) throw new Error(`CHANGELOG.md: “${title}” has no readers.`)
  return { title, readers, html: renderMarkdown(withoutFileNotes(changes), keepPublicLink).html }
}

/** Splits text into the titles that begin with a mark, and what is below each. */
function splitAt(mark: string, text: string): (readonly [title: string, text: string])[] {
  return `\n${text}`
    .split(`\n${mark}`)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)]
    })
}

/** Removes notes such as `([how](docs/windows.md))`, whose files the page's readers lack. */
function withoutFileNotes(markdown: string): string {
  return markdown.replaceAll(/ \(\[[^[\]]{1,80}\]\((?!https:|\/docs\/)[^()]{1,200}\)\)/g, '')
}

function keepPublicLink(href: string): string | undefined {
  return /^(?:https:|\/docs\/)/.test(href) ? href : undefined
}
