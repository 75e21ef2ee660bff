/** The sample languages, in tab order. */
export const languageLabels = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
  java: 'Java',
  ruby: 'Ruby',
} as const

export type LanguageId = keyof typeof languageLabels

export const languageIds = Object.keys(languageLabels) as readonly LanguageId[]

/** The languages' names in highlight.js. */
export const grammars = {
  curl: 'bash',
  javascript: 'javascript',
  python: 'python',
  php: 'php',
  csharp: 'csharp',
  java: 'java',
  ruby: 'ruby',
} as const satisfies Record<LanguageId, string>

export type Grammar = (typeof grammars)[LanguageId] | 'json'
