import { isDatabaseUnavailable } from '@bridge/database'
import { Problem } from '@bridge/faults'

/** How long callers wait before they repeat a request that failed because the database was away. */
export const unavailableSeconds = 5

/** Returns the problem that a caller sees for an error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error)) return new Problem('service_unavailable', undefined, {}, unavailableSeconds)
  return new Problem('internal_error')
}
