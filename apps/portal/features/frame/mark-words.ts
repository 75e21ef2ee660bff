import { fold } from './rank-entries.ts'

export interface TextPart {
  readonly text: string
  /** Whether the part is a word that was looked for. */
  readonly isFound: boolean
}

/** Splits a text into parts, so that found words can be marked: whole words, or those that begin as typed. */
export function markWords(text: string, words: readonly string[], typed: string): TextPart[] {
  const beginnings = fold(typed).split(/\s+/).filter(Boolean)
  const isFound = (word: string) =>
    words.length > 0
      ? [word, ...word.split('_')].some((each) => words.includes(each))
      : beginnings.some((beginning) => fold(word).startsWith(beginning))
  const parts: TextPart[] = []
  for (const [part] of text.matchAll(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+/gu)) {
    const next = { text: part, isFound: isFound(part.toLowerCase()) }
    const last = parts.at(-1)
    if (last && !last.isFound && !next.isFound) parts[parts.length - 1] = { text: last.text + part, isFound: false }
    else parts.push(next)
  }
  return parts
}
