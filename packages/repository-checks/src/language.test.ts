import { describe, expect, it } from 'vitest'
import { measureLanguage } from './language.ts'
import { checkLanguage } from './language-budget.ts'
import { repositoryFrom } from './repository.ts'
import { repositoryProse } from './repository-prose.ts'

const source = `
/** Returns the end of the text that of all ends last. */
export function printEnd() {}
const lines${'Max'} = 3 // Of all.
const frameBytes${'Max'} = 3
`

describe('measureLanguage', () => {
  it('counts words of comments by package, and names', () => {
    expect(measure({ 'packages/a/src/a.ts': source, 'apps/b/b.ts': 'const note = "the end of that"' })).toEqual({
      'packages/a': { words: 13, of: 3_000 / 13, that: 1_000 / 13, thatOf: 1, max: 1, print: 1 },
      'apps/b': { words: 0, of: 0, that: 0, thatOf: 0, max: 0, print: 0 },
    })
  })

  it('accepts functions that print', () => {
    const printing = 'function printEnd() { process.stdout.write("end") }'
    expect(measure({ 'packages/a/src/a.ts': printing })).toMatchObject({ 'packages/a': { print: 0 } })
  })
})

describe('checkLanguage', () => {
  const languages = new Map([['packages/a', { words: 100, of: 30.2, that: 11, thatOf: 0, max: 1, print: 0 }]])

  it('reports each figure above the budget', () => {
    expect(checkLanguage(languages).map(({ message }) => message)).toEqual([
      'The package has 31 “of” in 1,000 words of comments, at most 20.',
      'The package has 1 names that end in “Max” (maxWaitMs, not waitMsMax), at most 0.',
    ])
  })
})

function measure(texts: Record<string, string>) {
  const repository = repositoryFrom(texts)
  return Object.fromEntries(measureLanguage(repository, repositoryProse(repository)))
}
