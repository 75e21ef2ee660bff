import { RecordText } from '../table/record-text.ts'

/** Serializes a body like `JSON.stringify`, in parts to be joined. Records already texts are not copied. */
export function serializeJson(body: unknown): readonly string[] {
  const parts: string[] = []
  addParts(parts, body)
  return parts
}

function addParts(parts: string[], value: unknown): void {
  if (value instanceof RecordText) parts.push(value.text)
  else if (!hasText(value)) parts.push(JSON.stringify(value) ?? 'null')
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      parts.push(index === 0 ? '[' : ',')
      addParts(parts, each)
    }
    parts.push(']')
  } else if (typeof value === 'object' && value !== null) {
    let separator = '{'
    for (const [name, each] of Object.entries(value)) {
      if (each === undefined) continue
      parts.push(`${separator}${JSON.stringify(name)}:`)
      addParts(parts, each)
      separator = ','
    }
    parts.push('}')
  }
}

/** Returns whether a value is or contains a record's text. `JSON.stringify` is faster for what contains none. */
function hasText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof RecordText) return true
  if (Array.isArray(value)) return value.some(hasText)
  for (const name in value) if (hasText(value[name as keyof typeof value])) return true
  return false
}
