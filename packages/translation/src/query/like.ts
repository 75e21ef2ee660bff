import { foldText } from './literal.ts'

/** A LIKE pattern: what stands between its `%` signs. */
export interface Pattern {
  readonly parts: readonly string[]
}

/** Reads a pattern; `%` is the only wildcard (specification, 4.3 rule 2). */
export function patternOf(text: string): Pattern {
  return { parts: foldText(text).split('%') }
}

/** Whether a folded text fits. Looks at each part once, from the left: no pattern makes it slow. */
export function matches({ parts }: Pattern, text: string): boolean {
  const [first = '', ...rest] = parts
  if (rest.length === 0) return text === first
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  let from = first.length
  const end = text.length - last.length
  for (const part of rest) {
    const found = text.indexOf(part, from)
    if (found === -1 || found + part.length > end) return false
    from = found + part.length
  }
  return true
}
