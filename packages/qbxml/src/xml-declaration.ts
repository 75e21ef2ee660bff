import { isWhitespace } from './xml-characters.ts'

const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/

/**
 * Returns the position after a document's byte order mark and XML declaration, which it may lack; undefined for an
 * invalid declaration.
 */
export function skipDeclaration(text: string): number | undefined {
  const start = text.startsWith('\ufeff') ? 1 : 0
  if (!text.startsWith('<?xml', start) || !isWhitespace(text.charCodeAt(start + 5))) return start
  const end = text.indexOf('?>', start)
  return end === -1 || !declaration.test(text.slice(start, end + 2)) ? undefined : end + 2
}
