import type { Prose } from './prose.ts'

/** Returns a page's lines, without code blocks. */
export function markdownProse(file: string, source: string): Prose[] {
  let fence: string | undefined
  return source.split('\n').flatMap((text, index) => {
    const mark = /^\s*(```+|~~~+)/.exec(text)?.[1]
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence)) fence = undefined
      return []
    }
    return fence !== undefined || text.trim() === '' ? [] : [{ kind: 'markdown' as const, file, line: index + 1, text }]
  })
}

/** Returns GitHub's anchors for a page's headings. */
export function headingAnchors(source: string): Set<string> {
  const anchors = new Set<string>()
  for (const { text } of markdownProse('', source)) {
    const heading = /^#+\s+(.*?)\s*#*$/.exec(text)?.[1]
    if (heading === undefined) continue
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}
