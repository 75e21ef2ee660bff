import { foldText } from './literal.ts'

/** A LIKE pattern, split at its `%` signs. */
export interface Pattern {
  readonly parts: readonly string[]
}

/** Parses a pattern; `%` is the only wildcard [dp-4.3.2]. */
export function parsePattern(text: string): Pattern {
  return { parts: foldText(text).split('%') }
}

/** Returns whether a folded text matches. Searches for each part once, from the left, so that no pattern is slow. */
export function matchesPattern({ parts }: Pattern, text: string): boolean {
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
