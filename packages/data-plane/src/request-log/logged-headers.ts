/** Headers explaining a call. All others, above all credentials, are left out. */
const loggedHeaders = [
  'accept',
  'content-encoding',
  'content-length',
  'content-type',
  'user-agent',
  'x-request-id',
  'x-svc-plan',
  'x-svc-warning',
  'retry-after',
  'cache-control',
]
const isLogged: ReadonlySet<string> = new Set(loggedHeaders)

/**
 * Returns a request's logged headers. The request itself would stay in memory until its call is stored.
 *
 * @param get returns a header's value
 */
export function pickRequestHeaders(get: (name: string) => string | undefined): Readonly<Record<string, string>> {
  const picked: Record<string, string> = {}
  for (const name of loggedHeaders) {
    const value = get(name)
    if (value !== undefined) picked[name] = value
  }
  return picked
}

/** Returns a response's logged headers, with their names in lower case. */
export function pickResponseHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(entries.filter(([name]) => isLogged.has(name)))
}
