/** The largest part, in characters. More would make a page slow. */
const partCharactersMax = 100_000
/** A longer text is shown as it is. */
const formattedCharactersMax = 4_000_000

/** Splits a text into parts that end at the end of a line where there is one. */
export function splitIntoParts(text: string): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const limit = from + partCharactersMax
    const lineEnd = limit >= text.length ? text.length : text.lastIndexOf('\n', limit) + 1
    const to = lineEnd > from ? lineEnd : limit
    parts.push(text.slice(from, to))
    from = to
  }
  return parts.length === 0 ? [''] : parts
}

/** Returns the next part after `index` that contains a text, going round; undefined if none does. */
export function findPart(parts: readonly string[], search: string, index: number): number | undefined {
  for (let step = 1; step <= parts.length; step++) {
    const position = (index + step) % parts.length
    if (parts[position]?.includes(search)) return position
  }
  return undefined
}

/** Indents JSON; returns any other text, and one that is very long, as it is. */
export function formatJson(text: string): string {
  if (text.length > formattedCharactersMax) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

const element = /<[^>]+>[^<]*/g

/** Puts each element of XML on its own line, indented. */
export function formatXml(text: string): string {
  if (text.length > formattedCharactersMax || !text.startsWith('<') || text.includes('\n  <')) return text
  const lines: string[] = []
  let depth = 0
  let previousOpens = false
  for (const [piece] of text.replace(/>\s+</g, '><').matchAll(element)) {
    const closes = piece.startsWith('</')
    if (closes) depth = Math.max(0, depth - 1)
    if (closes && previousOpens) lines.push(`${lines.pop() ?? ''}${piece}`)
    else lines.push(`${'  '.repeat(depth)}${piece}`)
    const opens = !closes && !piece.startsWith('<?') && !piece.startsWith('<!') && !/\/>[^<]*$/.test(piece)
    if (opens) depth += 1
    previousOpens = opens
  }
  return lines.join('\n')
}
