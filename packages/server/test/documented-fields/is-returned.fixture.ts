type Json = unknown

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether a record contains a sent value: a structure's members, and either reference part. */
export function isReturned(sent: Json, returned: Json): boolean {
  if (Array.isArray(sent)) {
    const list: readonly Json[] = Array.isArray(returned) ? returned : []
    return sent.every((each) => list.some((other) => isReturned(each, other)))
  }
  if (isObject(sent)) {
    if (!isObject(returned)) return false
    if ('value' in sent) return sent.value === returned.value || (sent.value === 'NON' && returned.name === 'Non')
    return Object.entries(sent).every(([name, value]) => isReturned(value, returned[name]))
  }
  if (typeof sent === 'string' && typeof returned === 'string') return sent === returned || isMasked(sent, returned)
  return sent === returned
}

/** Returns whether a number is returned with its last four digits only [dp-4.2-notes:2]. */
function isMasked(sent: string, returned: string): boolean {
  return /^XXX-XX-\d{4}$/.test(returned) && returned.slice(-4) === sent.slice(-4)
}

/** Returns a record's value at a path; undefined if there is none. */
export function valueAt(record: Json, path: readonly (string | number)[]): Json {
  return path.reduce<Json>((at, step) => {
    if (Array.isArray(at) && typeof step === 'number') return at[step]
    return isObject(at) ? at[step] : undefined
  }, record)
}
