/** A response to a request of an attacker. */
export interface Reply {
  readonly status: number
  /** Names and values in the order of the response. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Returns the value of a header by its case-insensitive name. */
export function findHeader({ headers }: Reply, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** Headers that differ between two responses to the same request: times, and what is left of a limit. */
const changingHeaders: ReadonlySet<string> = new Set(['date', 'ratelimit-remaining', 'ratelimit-reset'])

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/** Prints all of a response that must be the same for something foreign and something that does not exist. */
export function printComparable({ status, headers, body }: Reply): string {
  const lines = headers
    .filter(([name]) => !changingHeaders.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)
  return [status, body.replaceAll(times, '<time>'), ...lines].join('\n')
}
