import { expect, it } from 'vitest'
import { countBytes, shrinkRecord, takeFitting } from './fit.ts'

it('takes the first items that fit together', () => {
  expect(takeFitting(['aaaa', 'bbbb', 'cccc'], 14)).toEqual(['aaaa', 'bbbb'])
  expect(takeFitting(['ü'.repeat(10)], 20)).toEqual([])
  expect(takeFitting([], 20)).toEqual([])
})

it('leaves out the largest fields of a record', () => {
  const { record, leftOut } = shrinkRecord({ Id: '1', Notes: 'x'.repeat(100), Line: ['y'.repeat(50)] }, 80)
  expect([record, leftOut, countBytes(record) <= 80]).toEqual([{ Id: '1', Line: ['y'.repeat(50)] }, ['Notes'], true])
})
