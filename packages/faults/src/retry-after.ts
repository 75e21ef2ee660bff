/** The `Retry-After` header in whole seconds, at least 1; nothing where no time is given. */
export const retryAfter = (seconds: number | undefined): Readonly<Record<string, string>> =>
  seconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) }
