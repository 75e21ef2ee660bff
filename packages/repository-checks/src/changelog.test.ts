import { describe, expect, it } from 'vitest'
import { checkChangelog } from './changelog.ts'
import { repositoryFrom } from './repository.ts'

describe('checkChangelog', () => {
  it('accepts a newest release with the version of package.json, below unreleased changes', () => {
    expect(check('## Unreleased\n\n- Faster reports.\n\n## 1.3.0 (2026-11-26)\n\n## 0.1.0 (2026-11-01)')).toEqual([])
  })

  it('reports a newest release with another version', () => {
    expect(check('## 1.2.0 (2026-11-26)')).toEqual(['The newest release is not 1.3.0, as package.json says.'])
  })

  it.each(['## 1.3.0', '## 1.3.0 (November)', ''])('reports a newest release without a date: %j', (text) => {
    expect(check(text)).toEqual(['A release is titled “## 1.2.3 (2026-01-31)”.'])
  })

  it('reports an older release without a date', () => {
    expect(check('## 1.3.0 (2026-11-26)\n\n## 0.1.0')).toEqual(['A release is titled “## 1.2.3 (2026-01-31)”.'])
  })

  it('reports a line or group that a release has twice, and a group of no reader', () => {
    const changelog = `## Unreleased
### For operators
### For operators
### Fixed
## 1.3.0 (2026-11-26)
### For operators`
    expect(check(changelog)).toEqual([
      'The release has this line already.',
      expect.stringContaining('“Fixed” is not one of the groups Before you upgrade,'),
    ])
  })

  it.each([
    ['`npm test`', 'do not run this command'],
    ['`npm run crash -- com`', 'do not run this command'],
    ['`npm run test:windows`', 'do not run this command'],
    ['`packages/platform/src/limits.ts`', 'do not read this file'],
    ['[0199](docs/decisions/0199-drop.md)', 'do not read this file'],
    ['SIGTERM', 'know this by other words'],
    ['`OTEL_SERVICE_NAME`', 'know this by other words'],
  ])('reports a line about %s', (text, reason) => {
    expect(check(`## 1.3.0 (2026-11-26)\n\n- ${text} is faster.`)).toEqual([`Clients, admins and operators ${reason}.`])
  })

  it('accepts commands of operators', () => {
    expect(check('## 1.3.0 (2026-11-26)\n\n- `npm run migrate` and `npm start` are faster.')).toEqual([])
  })
})

function check(changelog: string): string[] {
  const repository = repositoryFrom({ 'CHANGELOG.md': changelog, 'package.json': '{ "version": "1.3.0" }' })
  return checkChangelog(repository).map(({ message }) => message)
}
