import type { Finding } from './finding.ts'
import type { Repository } from './repository.ts'

const file = 'CHANGELOG.md'

/** Commands that only contributors run. */
const toolCommand = /`npm (?:test|run (?:attack|bench|check|crash|dev|soak|test:[\w:]+))\b/

const releaseTitle = /^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/

/** Finds a newest release that is undated or not the version in package.json, and lines about contributors' tools. */
export function checkChangelog(repository: Repository): Finding[] {
  const { version }: { version: string } = JSON.parse(repository.read('package.json'))
  const lines = repository.read(file).split('\n')
  const releases = lines.flatMap((text, index) => {
    const title = /^## (.+)$/.exec(text)?.[1]
    return title === undefined || title === 'Unreleased' ? [] : [{ title, line: index + 1 }]
  })
  const [newest = { title: '', line: 1 }] = releases
  const findings = lines.flatMap((text, index) =>
    toolCommand.test(text)
      ? [{ file, line: index + 1, message: 'Clients, admins and operators do not run this command.' }]
      : [],
  )
  if (!releaseTitle.test(newest.title))
    findings.push({ file, line: newest.line, message: 'A release is titled “## 1.2.3 (2026-01-31)”.' })
  else if (!newest.title.startsWith(`${version} `))
    findings.push({ file, line: newest.line, message: `The newest release is not ${version}, as package.json says.` })
  return findings
}
