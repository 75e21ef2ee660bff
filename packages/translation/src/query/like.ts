import { foldText } from './literal.ts'

/** A LIKE pattern, split at its `%` signs. */
export interface Pattern {
  readonly first: string
  /** The texts between wildcards, and the one behind the last; undefined without a wildcard. */
  readonly rest: { readonly middle: readonly string[]; readonly last: string } | undefined
  /** The characters that a text has at least. */
  readonly characters: number
}

/** Parses a pattern; `%` is the only wildcard [dp-4.3.2]. */
export function parsePattern(text: string): Pattern {
  const [first = '', ...parts] = foldText(text).split('%')
  const last = parts.pop()
  const middle = parts.filter((part) => part !== '')
  return {
    first,
    rest: last === undefined ? undefined : { middle, last },
    characters: [first, ...middle, last ?? ''].reduce((sum, part) => sum + part.length, 0),
  }
}

/** Returns whether a folded text matches. Searches for each part once, from the left, so that no pattern is slow. */
export function matchesPattern({ first, rest, characters }: Pattern, text: string): boolean {
  if (rest === undefined) return text === first
  if (text.length < characters || !text.startsWith(first) || !text.endsWith(rest.last)) return false
  let from = first.length
  const end = text.length - rest.last.length
  for (const part of rest.middle) {
    const found = text.indexOf(part, from)
    if (found === -1 || found + part.length > end) return false
    from = found + part.length
  }
  return true
}
