import { isDatabaseUnavailable } from '@bridge/database'
import { Problem } from '@bridge/faults'

/** How long callers wait before they repeat a request after a database outage. */
export const unavailableSeconds = 5

/** Returns the problem shown to callers for an error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error)) return new Problem('service_unavailable', undefined, {}, unavailableSeconds)
  return new Problem('internal_error')
}
