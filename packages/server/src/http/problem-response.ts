import { type Problem, renderProblem } from '@bridge/faults'

/** Returns the response for a problem of the control plane. It is not stored by caches. */
export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  const rendered = renderProblem(problem)
  return Response.json(rendered.body, {
    status: rendered.status,
    headers: { ...rendered.headers, 'Cache-Control': 'no-store', ...headers },
  })
}
