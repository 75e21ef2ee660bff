import { createHash } from 'node:crypto'

/** Returns the hash of an inline script, as a policy quotes it. */
export function hashScript(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** Returns the hashes of all inline scripts of an HTML page, each once. Scripts with a source need none. */
export function hashInlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gis)]
  const inline = scripts.filter(([, attributes = '']) => !/\ssrc=/i.test(attributes))
  return [...new Set(inline.map(([, , script = '']) => hashScript(script)))]
}
