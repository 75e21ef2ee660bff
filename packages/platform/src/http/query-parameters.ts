/** A request's query parameters by lower-case name, each with all its values in order. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>

/**
 * Parses a URL's query leniently, as integrations need it: `&&` and a trailing `&` are ignored, names are
 * case-insensitive, and an invalid percent escape is read literally.
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

/** Restores the `+` in a time offset sent unescaped and decoded as a space. */
export function restoreTimeOffsets(text: string): string {
  return text.replace(/(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) (\d{2}:?\d{2})(?!\d)/g, '$1+$2')
}
