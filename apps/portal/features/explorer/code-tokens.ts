/** A stretch of code in one color. */
export interface CodeToken {
  readonly text: string
  readonly kind: 'plain' | 'name' | 'string' | 'number' | 'keyword'
}

/** Longer texts stay in one color. */
const maxColoredCharacters = 60_000

const jsonToken = /"(?:[^"\\\n]|\\.)*"?|[^"]+/g
const literal = /\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g
const queryToken = /'(?:[^'\\\n]|\\.)*'?|\w[\w.]*|[^'\w]+/g
const keyword =
  /^(?:select|from|where|and|orderby|order|by|startposition|maxresults|asc|desc|in|like|count|true|false)$/i

/** Splits code into lines of colored tokens. */
export function colorLines(text: string, language: 'json' | 'query'): readonly (readonly CodeToken[])[] {
  const lines: CodeToken[][] = [[]]
  for (const token of color(text, language)) {
    for (const [index, part] of token.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ ...token, text: part })
    }
  }
  return lines
}

function color(text: string, language: 'json' | 'query'): readonly CodeToken[] {
  if (text.length > maxColoredCharacters) return [{ text, kind: 'plain' }]
  return language === 'json' ? colorJson(text) : colorQuery(text)
}

function colorJson(text: string): readonly CodeToken[] {
  const tokens = text.match(jsonToken) ?? []
  return tokens.flatMap((token, index): readonly CodeToken[] => {
    if (!token.startsWith('"')) return colorLiterals(token)
    const isName = tokens[index + 1]?.trimStart().startsWith(':') === true
    return [{ text: token, kind: isName ? 'name' : 'string' }]
  })
}

function colorLiterals(text: string): readonly CodeToken[] {
  const tokens: CodeToken[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(literal)) {
    tokens.push({ text: text.slice(end, index), kind: 'plain' }, { text: found, kind: 'number' })
    end = index + found.length
  }
  return [...tokens, { text: text.slice(end), kind: 'plain' }]
}

function colorQuery(text: string): readonly CodeToken[] {
  return (text.match(queryToken) ?? []).map((token) => ({ text: token, kind: getQueryKind(token) }))
}

function getQueryKind(token: string): CodeToken['kind'] {
  if (token.startsWith("'")) return 'string'
  if (/^\d/.test(token)) return 'number'
  return keyword.test(token) ? 'keyword' : 'plain'
}
