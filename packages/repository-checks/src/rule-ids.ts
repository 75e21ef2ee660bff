import type { Finding } from './finding.ts'
import type { Prose } from './prose.ts'
import type { Repository } from './repository.ts'

export interface RuleCoverage {
  readonly findings: readonly Finding[]
  /** Rules named in no test, in specification order. */
  readonly untested: readonly string[]
}

const ruleId = /\[((?:dp|cp)-\d[^\]\s]*)\]/g

const testFile = /\.(test|e2e)\.[cm]?tsx?$/

/** Finds rule IDs missing in docs/specification.md, and rules named in no test. */
export function checkRuleIds(repository: Repository, prose: readonly Prose[]): RuleCoverage {
  const specification = repository.read('docs/specification.md')
  const rules = new Set([...specification.matchAll(/^- \*\*([^*]+)\*\*: \S/gm)].map(([, id]) => id ?? ''))
  const tested = new Set<string>()
  const findings: Finding[] = []
  const check = (file: string, line: number, text: string) =>
    [...text.matchAll(ruleId)].map(([, id = '']) => {
      if (!rules.has(id)) findings.push({ file, line, message: `docs/specification.md has no rule ${id}.` })
      return id
    })

  // In tests, whole lines count: a table row's title is in the table.
  for (const file of repository.paths.filter((path) => testFile.test(path))) {
    repository
      .read(file)
      .split('\n')
      .forEach((text, index) => {
        for (const id of check(file, index + 1, text)) tested.add(id)
      })
  }
  for (const { file, line, text } of prose) if (!testFile.test(file)) check(file, line, text)
  return { findings, untested: [...rules].filter((id) => !tested.has(id)) }
}
