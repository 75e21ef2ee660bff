import { isJsonObject, type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { isBlank, isMeaningful } from './check-value.ts'

const maxDepth = 20

/** Returns whether a value sent back equals the stored one, apart from blanks, omissions and defaults. */
export function sameJson(sent: JsonValue | undefined, stored: JsonValue | undefined, depth = 0): boolean {
  if (depth > maxDepth) return false
  if (isBlank(sent)) return isBlank(stored)
  if (stored === undefined && !isMeaningful(sent)) return true
  if (Array.isArray(sent)) {
    if (!Array.isArray(stored)) return sent.length === 0 && stored === undefined
    return sent.length === stored.length && sent.every((each, index) => sameJson(each, stored[index], depth + 1))
  }
  if (isJsonObject(sent)) {
    if (!isJsonObject(stored)) return Object.values(sent).every(isBlank) && stored === undefined
    if (!isBlank(sent.value) && 'value' in stored) return scalarText(sent.value) === scalarText(stored.value)
    return Object.entries(sent).every(([key, value]) => value === null || sameJson(value, stored[key], depth + 1))
  }
  if (typeof stored === 'number' || typeof stored === 'boolean')
    return String(sent).trim() === String(stored) || Number(sent) === stored
  return typeof stored === 'string' && String(sent).trim() === stored.trim()
}

export function valueAt(record: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = record
  for (const name of path.split('.')) {
    if (!isJsonObject(value)) return undefined
    value = Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}
