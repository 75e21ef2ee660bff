export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject

/** A JSON object: a client's body, or a record in a response. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Returns whether a parsed body is an object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the text for a string, number or boolean; undefined otherwise. `String` would call an object's `toString`,
 * which clients can set to anything.
 */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
