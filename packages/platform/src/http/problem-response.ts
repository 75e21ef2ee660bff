import { type Problem, renderProblem } from '@bridge/faults'

/** Returns the response for a control plane problem. Caches do not store it. */
export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  const rendered = renderProblem(problem)
  return Response.json(rendered.body, {
    status: rendered.status,
    headers: { ...rendered.headers, 'Cache-Control': 'no-store', ...headers },
  })
}
