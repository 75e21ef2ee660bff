import { type Problem, problems } from './control-plane.ts'
import { retryAfter } from './retry-after.ts'

/** Renders the response for a control-plane error: `{ error, message }` and the code's fields. */
export function renderProblem(problem: Problem): {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: string; readonly message: string }
} {
  return {
    status: problems[problem.code].status,
    headers: retryAfter(problem.retryAfterSeconds),
    body: { ...problem.fields, error: problem.code, message: problem.message },
  }
}
