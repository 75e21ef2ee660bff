import type { ApiSample } from './api-sample.ts'
import type { LanguageId } from './fill-variables.ts'
import { toCurl } from './to-curl.ts'
import { toJavaScript } from './to-javascript.ts'
import { toPython } from './to-python.ts'

/** The sample languages, in tab order. */
export const languages = [
  { id: 'curl', grammar: 'bash', print: toCurl },
  { id: 'javascript', grammar: 'javascript', print: toJavaScript },
  { id: 'python', grammar: 'python', print: toPython },
] as const satisfies readonly {
  readonly id: LanguageId
  readonly grammar: string
  readonly print: (sample: ApiSample) => string
}[]
