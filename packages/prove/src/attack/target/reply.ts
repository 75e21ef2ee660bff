/** A response to an attacker's request. */
export interface Reply {
  readonly status: number
  /** Names and values in response order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Returns a header's value by its case-insensitive name. */
export function findHeader({ headers }: Reply, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** Headers differing between two responses to the same request: times, and what is left of a limit. */
const changingHeaders: ReadonlySet<string> = new Set(['date', 'ratelimit-remaining', 'ratelimit-reset'])

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/** Serializes what must be the same in responses about something foreign and something missing. */
export function serializeComparable({ status, headers, body }: Reply): string {
  const lines = headers
    .filter(([name]) => !changingHeaders.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)
  return [status, body.replaceAll(times, '<time>'), ...lines].join('\n')
}
