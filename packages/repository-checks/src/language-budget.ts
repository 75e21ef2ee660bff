import type { Finding } from './finding.ts'
import type { Language } from './language.ts'

type Budget = Readonly<Record<'of' | 'that' | 'thatOf' | 'max' | 'print', number>>

/** What eleven well-read TypeScript repositories stay within. */
const budget: Budget = { of: 20, that: 12, thatOf: 0, max: 0, print: 0 }

/** Ceilings for packages above the budget. Only lower them, and delete rows within the budget. */
const ceilings: Readonly<Record<string, Budget>> = {
  'packages/agent-protocol': { of: 20, that: 12, thatOf: 0, max: 1, print: 0 },
  'packages/control-plane': { of: 20, that: 12, thatOf: 0, max: 24, print: 9 },
  'packages/data-plane': { of: 14, that: 8, thatOf: 0, max: 41, print: 10 },
  'packages/identity': { of: 20, that: 12, thatOf: 0, max: 9, print: 2 },
  'packages/platform': { of: 20, that: 12, thatOf: 0, max: 3, print: 1 },
  'packages/server': { of: 20, that: 12, thatOf: 0, max: 4, print: 3 },
}

const words: Readonly<Record<keyof Budget, string>> = {
  of: '“of” in 1,000 words of comments',
  that: '“that” in 1,000 words of comments',
  thatOf: '“that of” in comments',
  max: 'names that end in “Max” (maxWaitMs, not waitMsMax)',
  print: 'names that begin with “print” but do not print (formatTime, serializeRow)',
}

/** Finds packages whose comments and names exceed the budget, or their ceiling. */
export function checkLanguage(
  languages: ReadonlyMap<string, Language>,
  limits: Readonly<Record<string, Budget>> = ceilings,
): Finding[] {
  return [...languages].flatMap(([folder, language]) => {
    const limit = limits[folder] ?? budget
    return (Object.keys(budget) as (keyof Budget)[])
      .filter((key) => language[key] > limit[key])
      .map((key) => ({
        file: `${folder}/package.json`,
        line: 1,
        message: `The package has ${Math.ceil(language[key])} ${words[key]}, at most ${limit[key]}.`,
      }))
  })
}
