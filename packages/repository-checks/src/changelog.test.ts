import { describe, expect, it } from 'vitest'
import { checkChangelog } from './changelog.ts'
import { repositoryFrom } from './repository.ts'

describe('checkChangelog', () => {
  it('accepts a newest release with the version of package.json, below unreleased changes', () => {
    expect(check('## Unreleased\n\n- Faster reports.\n\n## 1.3.0 (2026-11-26)\n\n## 0.1.0')).toEqual([])
  })

  it('reports a newest release with another version', () => {
    expect(check('## 1.2.0 (2026-11-26)')).toEqual(['The newest release is not 1.3.0, as package.json says.'])
  })

  it.each(['## 1.3.0', '## 1.3.0 (November)', ''])('reports a newest release without a date: %j', (text) => {
    expect(check(text)).toEqual(['A release is titled “## 1.2.3 (2026-01-31)”.'])
  })

  it.each(['`npm test`', '`npm run crash -- com`', '`npm run test:windows`'])('reports a line about %s', (command) => {
    const message = 'Clients, admins and operators do not run this command.'
    expect(check(`## 1.3.0 (2026-11-26)\n\n- ${command} is faster.`)).toEqual([message])
  })

  it('accepts commands of operators', () => {
    expect(check('## 1.3.0 (2026-11-26)\n\n- `npm run migrate` and `npm start` are faster.')).toEqual([])
  })
})

function check(changelog: string): string[] {
  const repository = repositoryFrom({ 'CHANGELOG.md': changelog, 'package.json': '{ "version": "1.3.0" }' })
  return checkChangelog(repository).map(({ message }) => message)
}
