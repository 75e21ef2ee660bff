import { useEffect, useState } from 'react'
import type { ApiSample } from './samples/api-sample.ts'
import type { LanguageId } from './samples/language-ids.ts'
import { toCurl } from './samples/to-curl.ts'

type Printers = typeof import('./samples/languages.ts')['formatters']

let loaded: Printers | undefined

interface PrintedSample {
  readonly language: LanguageId
  readonly code: string
}

/** Prints a sample. It is in curl until the other languages are loaded. */
export function usePrintedSample(sample: ApiSample | undefined, chosen: LanguageId): PrintedSample {
  const [formatters, setPrinters] = useState<Printers | undefined>(loaded)
  useEffect(() => {
    if (chosen === 'curl' || formatters !== undefined) return
    void import('./samples/languages.ts').then((module) => {
      loaded = module.formatters
      setPrinters(loaded)
    })
  }, [chosen, formatters])
  const language = formatters === undefined ? 'curl' : chosen
  const print = formatters?.[language] ?? toCurl
  return { language, code: sample === undefined ? '' : print(sample) }
}
