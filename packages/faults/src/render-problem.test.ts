import { describe, expect, it } from 'vitest'
import { Problem, type ProblemCode, problems } from './control-plane.ts'
import { renderProblem } from './render-problem.ts'

describe('renderProblem', () => {
  it('answers error and message, and the fields of the code beside them', () => {
    const problem = new Problem('plan_limit_realms', 'The trial has its one realm.', {
      checkoutPath: '/billing',
      error: 'other',
    })
    expect(renderProblem(problem)).toEqual({
      status: 409,
      headers: {},
      body: { error: 'plan_limit_realms', message: 'The trial has its one realm.', checkoutPath: '/billing' },
    })
  })

  it.each(Object.keys(problems) as ProblemCode[])('renders %s with its own words where none are given', (code) => {
    expect(renderProblem(new Problem(code)).body).toEqual({ error: code, message: problems[code].when })
  })

  it('says when to come back', () => {
    expect(renderProblem(new Problem('rate_limited', undefined, {}, 0.2)).headers).toEqual({ 'Retry-After': '1' })
  })
})
