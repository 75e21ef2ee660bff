import { describe, expect, it } from 'vitest'
import { Problem, type ProblemCode, problems } from './control-plane.ts'
import { renderProblem } from './render-problem.ts'

describe('renderProblem', () => {
  it('returns error and message, and the additional fields', () => {
    const problem = new Problem('plan_limit_realms', 'The trial already has a realm.', {
      checkoutPath: '/billing',
      error: 'other',
    })
    expect(renderProblem(problem)).toEqual({
      status: 409,
      headers: {},
      body: { error: 'plan_limit_realms', message: 'The trial already has a realm.', checkoutPath: '/billing' },
    })
  })

  it.each(Object.keys(problems) as ProblemCode[])(
    'renders %s with the text of the catalogue if there is no message',
    (code) => {
      expect(renderProblem(new Problem(code)).body).toEqual({ error: code, message: problems[code].when })
    },
  )

  it('sets Retry-After', () => {
    expect(renderProblem(new Problem('rate_limited', undefined, {}, 0.2)).headers).toEqual({ 'Retry-After': '1' })
  })
})
