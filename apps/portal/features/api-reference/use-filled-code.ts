import { useEffect, useState } from 'react'
import { fillVariables, type LanguageId } from './samples/fill-variables.ts'

interface Code {
  readonly id: LanguageId
  readonly code: string
  readonly html: string
}

const grammars = { curl: 'bash', javascript: 'javascript', python: 'python' } as const

/** Returns a sample's HTML with the reader's values. The highlighter is loaded when there are some. */
export function useFilledCode(printed: Code | undefined, values: Readonly<Record<string, string>>): string {
  const filled = printed === undefined ? '' : fillVariables(printed.code, printed.id, values)
  const [highlighted, setHighlighted] = useState<{ readonly code: string; readonly html: string }>()
  const grammar = printed && grammars[printed.id]
  const isFilled = filled !== printed?.code
  useEffect(() => {
    if (!isFilled || grammar === undefined) return
    let isCurrent = true
    void import('./highlight-code.ts').then(({ highlightCode }) => {
      if (isCurrent) setHighlighted({ code: filled, html: highlightCode(filled, grammar) })
    })
    return () => {
      isCurrent = false
    }
  }, [filled, grammar, isFilled])
  if (printed === undefined) return ''
  return highlighted?.code === filled ? highlighted.html : printed.html
}
