import type { Finding } from './finding.ts'
import type { Repository } from './repository.ts'

const file = 'CHANGELOG.md'

/** The readers that a release's lines are grouped by. The portal's page filters by them. */
const groups = [
  'Before you upgrade',
  'For everyone',
  'For integrations',
  'For organizations',
  'For PCs with QuickBooks',
  'For operators',
  'Security',
]

/** What only contributors know, by the reason why a line must not mention it. */
const developersOnly = [
  [/`npm (?:test|run (?:attack|bench|check|crash|dev|soak|test:[\w:]+))\b/, 'do not run this command'],
  [/\bpackages\/[\w-]+\/|\bdocs\/decisions\//, 'do not read this file'],
  [/\bSIG(?:TERM|INT|KILL)\b|\bOTEL_/, 'know this by other words'],
] as const

const releaseTitle = /^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/

/**
 * Finds undated releases, a newest one that is not the version in package.json, unknown or repeated groups of lines, and
 * lines for contributors.
 */
export function checkChangelog(repository: Repository): Finding[] {
  const { version }: { version: string } = JSON.parse(repository.read('package.json'))
  const lines = repository.read(file).split('\n')
  const titles = lines.flatMap((text, index) => {
    const title = /^## (.+)$/.exec(text)?.[1]
    return title === undefined ? [] : [{ title, line: index + 1 }]
  })
  const releases = titles.filter(({ title }) => title !== 'Unreleased')
  const [newest = { title: '', line: 1 }] = releases
  return [
    ...checkLines(lines),
    ...(releases.length > 0 ? releases : [newest])
      .filter(({ title }) => !releaseTitle.test(title))
      .map(({ line }) => ({ file, line, message: 'A release is titled “## 1.2.3 (2026-01-31)”.' })),
    ...(releaseTitle.test(newest.title) && !newest.title.startsWith(`${version} `)
      ? [{ file, line: newest.line, message: `The newest release is not ${version}, as package.json says.` }]
      : []),
  ]
}

function checkLines(lines: readonly string[]): Finding[] {
  const seen = new Set<string>()
  return lines.flatMap((text, index) => {
    const messages = developersOnly
      .filter(([pattern]) => pattern.test(text))
      .map(([, reason]) => `Clients, admins and operators ${reason}.`)
    if (text.startsWith('## ')) seen.clear()
    const group = /^### (.+)$/.exec(text)?.[1]
    if (group !== undefined && !groups.includes(group))
      messages.push(`“${group}” is not one of the groups ${groups.join(', ')}.`)
    // A merge keeps the lines of both sides.
    if (text !== '' && seen.has(text)) messages.push('The release has this line already.')
    seen.add(text)
    return messages.map((message) => ({ file, line: index + 1, message }))
  })
}
