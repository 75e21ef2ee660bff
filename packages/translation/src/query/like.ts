import { foldText } from './literal.ts'

/** The texts around a pattern's `%` signs; `last` is undefined without one. */
interface Parts {
  readonly first: string
  readonly middle: readonly string[]
  readonly last: string | undefined
}

/** A LIKE pattern; `%` is the only wildcard [dp-4.3.2]. */
export class LikePattern {
  readonly #text: string
  /** The fewest characters in a matching text. */
  readonly #characters: number
  #parts: Parts | undefined

  constructor(text: string) {
    this.#text = foldText(text)
    this.#characters = this.#text.replaceAll('%', '').length
  }

  /** Returns whether a folded text matches. Searches for each part once, from the left, so no pattern is slow. */
  matches(text: string): boolean {
    // A pattern is split only for a text long enough to match: it can have more parts than any record has characters.
    if (text.length < this.#characters) return false
    this.#parts ??= splitPattern(this.#text)
    const { first, middle, last } = this.#parts
    if (last === undefined) return text === first
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let from = first.length
    const end = text.length - last.length
    for (const part of middle) {
      const found = text.indexOf(part, from)
      if (found === -1 || found + part.length > end) return false
      from = found + part.length
    }
    return true
  }
}

function splitPattern(text: string): Parts {
  const [first = '', ...parts] = text.split('%')
  const last = parts.pop()
  return { first, middle: parts.filter((part) => part !== ''), last }
}
