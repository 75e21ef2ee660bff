import type { LanguageFn } from 'highlight.js'
import highlight from 'highlight.js/lib/core'
import type { Grammar } from './samples/language-ids.ts'

/** Each grammar is a separate file, loaded for the first code in its language. */
const grammarFiles: Readonly<Record<Grammar, () => Promise<{ readonly default: LanguageFn }>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
}

/** Returns highlighted code as HTML, with all text escaped. */
export async function highlightCode(code: string, grammar: Grammar): Promise<string> {
  if (!highlight.getLanguage(grammar)) highlight.registerLanguage(grammar, (await grammarFiles[grammar]()).default)
  return highlight.highlight(code, { language: grammar }).value
}
