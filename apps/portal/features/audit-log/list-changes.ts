/** An event's field with its values; undefined where it has none. */
export interface Change {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

type Details = Readonly<Record<string, unknown>>

/** Returns the fields that differ between an event's `before` and `after`, and its further values. */
export function listChanges(details: Details | null): Change[] {
  const { before, after, ...further } = details ?? {}
  const old = toDetails(before)
  const current = { ...toDetails(after), ...further }
  const fields = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  return fields
    .map((field) => ({ field, before: print(old[field]), after: print(current[field]) }))
    .filter((change) => change.before !== change.after)
}

function toDetails(value: unknown): Details {
  return typeof value === 'object' && value !== null ? (value as Details) : {}
}

function print(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.map(String).join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
