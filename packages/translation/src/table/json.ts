/** A value as it travels in JSON. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject

/** A JSON object: a client's body, or a record in an answer. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Whether a parsed body is an object (not null, not an array). */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
