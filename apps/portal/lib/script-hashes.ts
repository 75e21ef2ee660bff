import { createHash } from 'node:crypto'

/** Returns an inline script's hash, as quoted in a policy. */
export function hashScript(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** Returns an HTML page's inline script hashes, each once. Scripts with a source need none. */
export function hashInlineScripts(html: string): string[] {
  const hashes = new Set<string>()
  const begin = /<script\b([^<>]*)>/gi
  const end = /<\/script>/gi
  for (let found = begin.exec(html); found !== null; found = begin.exec(html)) {
    const start = begin.lastIndex
    end.lastIndex = start
    const close = end.exec(html)
    if (close === null) break
    if (!/\ssrc=/i.test(found[1] ?? '')) hashes.add(hashScript(html.slice(start, close.index)))
    begin.lastIndex = end.lastIndex
  }
  return [...hashes]
}
