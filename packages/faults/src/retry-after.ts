/** Returns a `Retry-After` header in whole seconds, at least 1, or no header if `seconds` is undefined. */
export function retryAfter(seconds: number | undefined): Readonly<Record<string, string>> {
  return seconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) }
}
