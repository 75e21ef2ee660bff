/** A line of a formatted text. */
export interface TextLine {
  readonly text: string
  /** The line after the last one that folding this line hides; undefined if it cannot be folded. */
  readonly foldsUntil?: number
}

/** The characters of a text that are formatted at a time. */
export const partCharacters = 256 * 1024

/** Splits a long text, so that formatting a part never blocks the page. */
export function splitParts(text: string): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + partCharacters)
    if (to < text.length) {
      const end = Math.max(text.lastIndexOf('\n', to), text.lastIndexOf('>', to), text.lastIndexOf(',', to)) + 1
      if (end > from) to = end
    }
    parts.push(text.slice(from, to))
    from = to
  }
  return parts.length === 0 ? [''] : parts
}

/** Formats JSON or XML, as far as it can be parsed, into lines that can be folded. */
export function toLines(text: string): readonly TextLine[] {
  return addFolds(format(text).split('\n'))
}

function format(text: string): string {
  const trimmed = text.trimStart()
  if (trimmed.startsWith('<')) return formatXml(trimmed)
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const xmlPart = /<[^>]*>?|[^<]+/g
const indentation = '  '

/** Puts each element on its line; one that contains only text stays on one. */
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
  // The lines that are still open, from the outermost to the innermost.
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

/** Returns the indexes of the lines that remain when some are folded. */
export function getVisibleLines(lines: readonly TextLine[], folded: ReadonlySet<number>): readonly number[] {
  const visible: number[] = []
  for (let index = 0; index < lines.length; ) {
    visible.push(index)
    index = folded.has(index) ? (lines[index]?.foldsUntil ?? index + 1) : index + 1
  }
  return visible
}
