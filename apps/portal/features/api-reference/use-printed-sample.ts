import { useEffect, useState } from 'react'
import type { ApiSample } from './samples/api-sample.ts'
import type { LanguageId } from './samples/language-ids.ts'
import { toCurl } from './samples/to-curl.ts'

type Printers = typeof import('./samples/languages.ts')['printers']

let loaded: Printers | undefined

interface PrintedSample {
  readonly language: LanguageId
  readonly code: string
}

/** Prints a sample. It is in curl until the other languages are loaded. */
export function usePrintedSample(sample: ApiSample | undefined, chosen: LanguageId): PrintedSample {
  const [printers, setPrinters] = useState<Printers | undefined>(loaded)
  useEffect(() => {
    if (chosen === 'curl' || printers !== undefined) return
    void import('./samples/languages.ts').then((module) => {
      loaded = module.printers
      setPrinters(loaded)
    })
  }, [chosen, printers])
  const language = printers === undefined ? 'curl' : chosen
  const print = printers?.[language] ?? toCurl
  return { language, code: sample === undefined ? '' : print(sample) }
}
