import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import type { ReferenceTest } from '../table/traits.ts'

/** Returns the ID, in the desktop's list, for a reference that a test can confirm; undefined otherwise. */
export function findReferenceId(test: ReferenceTest | undefined, value: JsonValue | undefined): string | undefined {
  const id = isJsonObject(value) ? scalarText(value.value)?.trim() : undefined
  if (test === undefined || id?.toUpperCase().startsWith(test.idPrefix) !== true) return undefined
  return id.slice(test.idPrefix.length)
}
