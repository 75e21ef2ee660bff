import { expect, it } from 'vitest'
import { OpenIterators } from './open-iterators.ts'

function response(id: string, remaining: number): string {
  return `<CustomerQueryRs statusCode="0" iteratorRemainingCount="${remaining}" iteratorID="${id}"></CustomerQueryRs>`
}

it('keeps the iterators that have results left, until they have none', () => {
  const iterators = new OpenIterators()
  iterators.note(`<QBXML>${response('{1}', 5)}${response('{2}', 5)}</QBXML>`)
  iterators.note(response('{1}', 0))
  expect(iterators.areOpen).toBe(true)
  iterators.note(response('{2}', 0))
  expect(iterators.areOpen).toBe(false)
})

it('ignores tags that are not closed', () => {
  const iterators = new OpenIterators()
  iterators.note('<CustomerQueryRs iteratorRemainingCount="5" '.repeat(10_000) + response('{1}', 0))
  expect(iterators.areOpen).toBe(false)
})
