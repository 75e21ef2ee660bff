import type { ApiSample } from './api-sample.ts'
import type { LanguageId } from './language-ids.ts'
import { toCSharp } from './to-csharp.ts'
import { toCurl } from './to-curl.ts'
import { toJava } from './to-java.ts'
import { toJavaScript } from './to-javascript.ts'
import { toPhp } from './to-php.ts'
import { toPython } from './to-python.ts'
import { toRuby } from './to-ruby.ts'

/** Prints a sample in a language. */
export const formatters: Readonly<Record<LanguageId, (sample: ApiSample) => string>> = {
  curl: toCurl,
  javascript: toJavaScript,
  python: toPython,
  php: toPhp,
  csharp: toCSharp,
  java: toJava,
  ruby: toRuby,
}
