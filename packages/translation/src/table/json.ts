/** A value as it travels in JSON. */
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
 * The text of a string, a number or a boolean; nothing for anything else. `String` would ask an object of a client for
 * its `toString`, which the client can have set to anything.
 */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
