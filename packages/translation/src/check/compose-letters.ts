import { isJsonObject } from '../table/json.ts'

/** How deep a body is walked. No field is nested as deeply. */
const maxDepth = 20

/**
 * Composes the letters a client sent as a letter and its accent, as macOS does. Windows code pages have most of them
 * only composed.
 */
export function composeLetters(body: unknown, depth = 0): unknown {
  if (typeof body === 'string') return body.normalize('NFC')
  if (depth > maxDepth) return body
  if (Array.isArray(body)) return body.map((each) => composeLetters(each, depth + 1))
  if (!isJsonObject(body)) return body
  return Object.fromEntries(Object.entries(body).map(([name, each]) => [name, composeLetters(each, depth + 1)]))
}
