/** A formatted line. */
export interface TextLine {
  readonly text: string
  /** The first line after this one's fold; undefined if it cannot be folded. */
  readonly foldsUntil?: number
}

const indentation = '  '

/** The characters formatted and searched at a time. */
export const partCharacters = 256 * 1024

/** Splits a long text into parts, each formatted without blocking the page. */
export function splitParts(text: string): readonly string[] {
  const boundary = isXml(text) ? '>' : isJson(text) ? '},' : '\n'
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + partCharacters)
    if (to < text.length) {
      const end = text.lastIndexOf(boundary, to - boundary.length) + boundary.length
      if (end > from + boundary.length) to = end
    }
    parts.push(text.slice(from, to))
    from = to
  }
  return parts.length === 0 ? [''] : parts
}

/** Formats whole or partial JSON or XML into foldable lines. Changes nothing but white space. */
export function toLines(text: string): readonly TextLine[] {
  return addFolds(formatText(text).split('\n'))
}

/** Formats whole or partial JSON or XML. Returns any other text as it is. */
export function formatText(text: string): string {
  if (isXml(text)) return formatXml(text)
  return isJson(text) ? formatJson(text) : text
}

function isXml(text: string): boolean {
  return /^\s*</.test(text)
}

/** Returns whether a text begins as JSON, or continues it. */
function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

const jsonToken = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g

/** Puts each field and each element on its line. Numbers keep their digits, which parsing would change. */
function formatJson(text: string): string {
  const tokens = text.match(jsonToken) ?? []
  let formatted = ''
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      if (!isOpening(tokens[index - 1])) formatted += lineBreak(depth)
      formatted += token
    } else if (isOpening(token)) {
      depth += 1
      formatted += token
      if (!isClosing(tokens[index + 1])) formatted += lineBreak(depth)
    } else if (token === ',') formatted += token + (index + 1 < tokens.length ? lineBreak(depth) : '')
    else formatted += token === ':' ? ': ' : token
  }
  return formatted
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '['
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']'
}

function lineBreak(depth: number): string {
  return `\n${indentation.repeat(depth)}`
}

const xmlPart = /<[^>]*>?|[^<]+/g
/** Puts each element on its line; one with only text stays on one. */
function formatXml(text: string): string {
  const parts = (text.match(xmlPart) ?? []).map((part) => part.trim()).filter((part) => part !== '')
  const lines: string[] = []
  let depth = 0
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? ''
    const [content, end] = [parts[index + 1] ?? '', parts[index + 2] ?? '']
    if (isStart(part) && !content.startsWith('<') && end.startsWith('</')) {
      lines.push(`${indentation.repeat(depth)}${part}${content}${end}`)
      index += 2
    } else if (isStart(part) && content.startsWith('</')) {
      lines.push(`${indentation.repeat(depth)}${part}${content}`)
      index += 1
    } else {
      if (part.startsWith('</')) depth = Math.max(0, depth - 1)
      lines.push(`${indentation.repeat(depth)}${part}`)
      if (isStart(part)) depth += 1
    }
  }
  return lines.join('\n')
}

function isStart(part: string): boolean {
  return /^<[^/?!]/.test(part) && !part.endsWith('/>')
}

function addFolds(texts: readonly string[]): readonly TextLine[] {
  const depths = texts.map((text) => text.length - text.trimStart().length)
  const ends: (number | undefined)[] = []
  // The open lines, from the outermost to the innermost.
  const open: number[] = []
  for (const [index, depth] of depths.entries()) {
    while (open.length > 0 && (depths[open.at(-1) ?? 0] ?? 0) >= depth) ends[open.pop() ?? 0] = index
    open.push(index)
  }
  for (const index of open) ends[index] = texts.length
  return texts.map((text, index) => {
    const end = ends[index] ?? index + 1
    return end > index + 1 ? { text, foldsUntil: end } : { text }
  })
}

/** Returns the remaining lines' indexes when some are folded. */
export function getVisibleLines(lines: readonly TextLine[], folded: ReadonlySet<number>): readonly number[] {
  const visible: number[] = []
  for (let index = 0; index < lines.length; ) {
    visible.push(index)
    index = folded.has(index) ? (lines[index]?.foldsUntil ?? index + 1) : index + 1
  }
  return visible
}

/** A line with a searched text. */
export interface Match {
  readonly part: number
  readonly line: number
}

/** Returns the indexes of lines containing a text, in any case. */
export function searchLines(lines: readonly TextLine[], search: string): readonly number[] {
  if (search === '') return []
  const wanted = search.toLowerCase()
  return lines.flatMap(({ text }, index) => (text.toLowerCase().includes(wanted) ? [index] : []))
}

interface SearchedText {
  readonly parts: readonly string[]
  readonly search: string
  /** The search starts after this line, or before it. */
  readonly from: Match
  readonly direction: 1 | -1
}

/** Returns the next or the previous line with a text. Goes through all parts and around; undefined if no part has it. */
export function findMatch({ parts, search, from, direction }: SearchedText): Match | undefined {
  if (search === '') return undefined
  for (let step = 0; step <= parts.length; step++) {
    const part = (from.part + direction * step + parts.length * 2) % parts.length
    // Formatting changes white space only, so most parts need none.
    if (!/\s/.test(search) && !(parts[part] ?? '').toLowerCase().includes(search.toLowerCase())) continue
    const matches = searchLines(toLines(parts[part] ?? ''), search)
    const isBeyond = (line: number) => (direction === 1 ? line > from.line : line < from.line)
    const found = step === 0 ? matches.filter(isBeyond) : matches
    const line = direction === 1 ? found[0] : found.at(-1)
    if (line !== undefined) return { part, line }
  }
  return undefined
}
