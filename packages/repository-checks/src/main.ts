import { checkChangelog } from './changelog.ts'
import { checkCitations } from './citations.ts'
import { checkDecisions } from './decisions.ts'
import { type Finding, formatFinding } from './finding.ts'
import { checkFunctionLength, measureFunctions } from './function-length.ts'
import { measureLanguage } from './language.ts'
import { checkLanguage } from './language-budget.ts'
import { checkLockFile } from './lock-file.ts'
import { checkPatterns } from './patterns.ts'
import { checkPhrases } from './phrases.ts'
import { openRepository } from './repository.ts'
import { repositoryProse } from './repository-prose.ts'
import { checkRuleIds } from './rule-ids.ts'
import { checkStructure } from './structure.ts'

// Usage: main.ts [rules] [citations] [phrases] [structure] [patterns] [lock] [changelog] [language] [functions] [decisions] [path …]. Without names, every check runs; paths narrow the output.
const names = [
  'rules',
  'citations',
  'phrases',
  'structure',
  'patterns',
  'lock',
  'changelog',
  'language',
  'functions',
  'decisions',
] as const
const args = process.argv.slice(2)
const chosen = names.filter((name) => args.includes(name))
const places = args.filter((arg) => !names.some((name) => name === arg))

const repository = await openRepository()
const prose = repositoryProse(repository)
const { findings: unknownRules, untested } = checkRuleIds(repository, prose)
const checks: Record<(typeof names)[number], () => Finding[] | Promise<Finding[]>> = {
  rules: () => [...unknownRules],
  citations: () => checkCitations(repository, prose),
  phrases: () => checkPhrases(prose),
  structure: () => checkStructure(repository),
  patterns: () => checkPatterns(repository),
  lock: () => checkLockFile(repository),
  changelog: () => checkChangelog(repository),
  decisions: () => checkDecisions(repository),
  functions: () => checkFunctionLength(measureFunctions(repository)),
  language: () => checkLanguage(measureLanguage(repository, prose)),
}

const all = await Promise.all((chosen.length > 0 ? chosen : names).map((name) => checks[name]()))
const found = all
  .flat()
  .filter(
    ({ file }) =>
      places.length === 0 || places.some((place) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`)),
  )
for (const finding of found) process.stdout.write(`${formatFinding(finding)}\n`)
if (found.length > 0) process.stdout.write(`${found.length} findings\n`)
if (untested.length > 0) process.stdout.write(`Rules without a test: ${untested.join(', ')}\n`)
process.exitCode = found.length > 0 ? 1 : 0
