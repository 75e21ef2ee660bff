/** The query parameters of a request by lower-case name; each with all its values in order. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>

/**
 * Reads the query of an address as integrations write it: `&&` and a trailing `&` mean nothing, names match in any
 * case, a broken percent escape stands for itself.
 */
export function parseQueryParameters(url: string): QueryParameters {
  const parameters = new Map<string, string[]>()
  const start = url.indexOf('?')
  if (start < 0) return parameters
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const key = name.toLowerCase()
    const values = parameters.get(key)
    if (values) values.push(value)
    else parameters.set(key, [value])
  }
  return parameters
}

/** Puts back the `+` of a time offset that was sent unescaped and so arrived as a blank. */
export function restoreTimeOffsets(text: string): string {
  return text.replace(/(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) (\d{2}:?\d{2})(?!\d)/g, '$1+$2')
}
