import type { Finding } from './finding.ts'
import type { Language } from './language.ts'

/** What eleven well-read TypeScript repositories stay within. */
const budget = { of: 20, that: 12, thatOf: 0, max: 0, print: 0 } as const

const words: Readonly<Record<keyof typeof budget, string>> = {
  of: '“of” in 1,000 words of comments',
  that: '“that” in 1,000 words of comments',
  thatOf: '“that of” in comments',
  max: 'names that end in “Max” (maxWaitMs, not waitMsMax)',
  print: 'names that begin with “print” but do not print (formatTime, serializeRow)',
}

/** Finds packages whose comments and names exceed the budget. */
export function checkLanguage(languages: ReadonlyMap<string, Language>): Finding[] {
  return [...languages].flatMap(([folder, language]) =>
    (Object.keys(budget) as (keyof typeof budget)[])
      .filter((key) => language[key] > budget[key])
      .map((key) => ({
        file: `${folder}/package.json`,
        line: 1,
        message: `The package has ${Math.ceil(language[key])} ${words[key]}, at most ${budget[key]}.`,
      })),
  )
}
