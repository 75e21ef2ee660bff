import { syntaxError } from './query-errors.ts'

/** One token of a query; `bare` is whatever stands unquoted where a value can stand, words included. */
export interface Token {
  readonly kind: 'bare' | 'string' | 'operator' | 'punctuation' | 'end'
  readonly text: string
  /** Where it starts in the query, from 0. */
  readonly index: number
  /** Where the next one may start. */
  readonly end: number
}

const blank = /[ \t\r\n]*/y
const bare = /[\p{L}\p{N}_.:+-]+/uy
const operator = /<=|>=|!=|=|<|>/y
const punctuation = /[(),*]/y
const plain = /[^'\\\p{Cc}]*/uy

/** The token that starts at `index` or behind the blanks there. Throws fault 4000. */
export function tokenAt(query: string, index: number): Token {
  const start = endOf(blank, query, index) ?? index
  if (start >= query.length) return { kind: 'end', text: '', index: query.length, end: query.length }
  if (query[start] === "'") return stringAt(query, start)
  for (const [kind, form] of [
    ['bare', bare],
    ['operator', operator],
    ['punctuation', punctuation],
  ] as const) {
    const end = endOf(form, query, start)
    if (end !== undefined) return { kind, text: query.slice(start, end), index: start, end }
  }
  throw syntaxError(query, start, `Encountered ${JSON.stringify(String.fromCodePoint(query.codePointAt(start) ?? 0))}`)
}

function endOf(form: RegExp, text: string, index: number): number | undefined {
  form.lastIndex = index
  return form.test(text) ? form.lastIndex : undefined
}

function stringAt(query: string, start: number): Token {
  let text = ''
  for (let index = start + 1; index < query.length; ) {
    const end = endOf(plain, query, index) ?? index
    text += query.slice(index, end)
    const stop = query[end]
    if (stop === "'") {
      if (query[end + 1] === "'")
        throw syntaxError(query, end, "A quote within a string is written \\', and not doubled")
      return { kind: 'string', text, index: start, end: end + 1 }
    }
    if (stop === undefined) break
    if (stop !== '\\') throw syntaxError(query, end, 'A string may not contain control characters')
    const escaped = query[end + 1]
    if (escaped !== "'" && escaped !== '\\') {
      throw syntaxError(query, end, 'A backslash escapes a quote or a backslash, and nothing else')
    }
    text += escaped
    index = end + 2
  }
  throw syntaxError(query, start, 'The string that starts here is not terminated')
}
