import { describe, expect, it } from 'vitest'
import { repositoryFrom } from './repository.ts'
import { repositoryProse } from './repository-prose.ts'
import { checkRuleIds } from './rule-ids.ts'

const specification = '# Rules\n\n- **dp-1.1**: It works.\n- **cp-2:Realm**: A realm has a name.\n'
// Composed, to hide these IDs from the repository check.
const known = `[${'dp'}-1.1]`
const unknown = `[${'dp'}-99.9]`

describe('checkRuleIds', () => {
  it('reports a test that names an unknown rule', () => {
    expect(check({ 'a.test.ts': `\nit('fails ${unknown}', run)` }).findings).toEqual([
      { file: 'a.test.ts', line: 2, message: 'docs/specification.md has no rule dp-99.9.' },
    ])
  })

  it('reports an unknown rule in a comment and on a page', () => {
    expect(check({ 'a.ts': `// See ${unknown}.`, 'b.md': `See ${unknown}.` }).findings).toHaveLength(2)
  })

  it('finds rules in the tables of tests', () => {
    const { findings, untested } = check({ 'a.test.ts': `it.each([['works ${known}', 1]])('%s', run)` })
    expect(findings).toEqual([])
    expect(untested).toEqual(['cp-2:Realm'])
  })

  it('lists rules that only a comment names as untested', () => {
    expect(check({ 'a.ts': `// ${known}` }).untested).toEqual(['dp-1.1', 'cp-2:Realm'])
  })
})

function check(texts: Record<string, string>) {
  const repository = repositoryFrom({ 'docs/specification.md': specification, ...texts })
  return checkRuleIds(repository, repositoryProse(repository))
}
