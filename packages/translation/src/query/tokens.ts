import { syntaxError } from './query-errors.ts'

/** A query token. `bare` is any unquoted text where a value can be, including words. */
export interface Token {
  readonly kind: 'bare' | 'string' | 'operator' | 'punctuation' | 'end'
  readonly text: string
  /** The position where it starts in the query, from 0. */
  readonly index: number
  /** The position to read the next token from. */
  readonly end: number
}

const blank = /[ \t\r\n]*/y
const bare = /[\p{L}\p{N}_.:+-]+/uy
const operator = /<=|>=|!=|=|<|>/y
const punctuation = /[(),*]/y
const plain = /[^'\\\p{Cc}]*/uy

/** Reads the token at `index`, after blanks. Throws fault 4000. */
export function readToken(query: string, index: number): Token {
  const start = findEnd(blank, query, index) ?? index
  if (start >= query.length) return { kind: 'end', text: '', index: query.length, end: query.length }
  if (query[start] === "'") return readString(query, start)
  for (const [kind, form] of [
    ['bare', bare],
    ['operator', operator],
    ['punctuation', punctuation],
  ] as const) {
    const end = findEnd(form, query, start)
    if (end !== undefined) return { kind, text: query.slice(start, end), index: start, end }
  }
  throw syntaxError(query, start, `Encountered ${JSON.stringify(String.fromCodePoint(query.codePointAt(start) ?? 0))}`)
}

/** Returns the end of the match starting at `index`, if there is one. */
function findEnd(form: RegExp, text: string, index: number): number | undefined {
  form.lastIndex = index
  return form.test(text) ? form.lastIndex : undefined
}

function readString(query: string, start: number): Token {
  let text = ''
  for (let index = start + 1; index < query.length; ) {
    const end = findEnd(plain, query, index) ?? index
    text += query.slice(index, end)
    const stop = query[end]
    if (stop === "'") {
      if (query[end + 1] === "'")
        throw syntaxError(query, end, "A quote in a string must be escaped as \\', not doubled")
      return { kind: 'string', text, index: start, end: end + 1 }
    }
    if (stop === undefined) break
    if (stop !== '\\') throw syntaxError(query, end, 'A string cannot contain control characters')
    const escaped = query[end + 1]
    if (escaped !== "'" && escaped !== '\\') {
      throw syntaxError(query, end, 'A backslash can escape only a quote or a backslash')
    }
    text += escaped
    index = end + 2
  }
  throw syntaxError(query, start, 'The string that starts here is not terminated')
}
