import { runAtOnce } from '@bridge/qbxml'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortInSlices } from './sort-in-slices.ts'

function compare([one = 0]: readonly number[], [other = 0]: readonly number[]): number {
  return one - other
}

it('sorts like toSorted, stably, whatever the length', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 0, maxLength: 3_000, size: 'max' }),
      (numbers) => {
        const values = numbers.map((number, index) => [number, index])
        expect(runAtOnce(sortInSlices(values, compare))).toEqual(values.toSorted(compare))
      },
    ),
    { numRuns: 50 },
  )
})

it('pauses after a few elements of a long array', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => [(index * 7_919) % 10_000])
  let pauses = 0
  for (const work = sortInSlices(values, compare); !work.next().done; ) pauses++
  expect(pauses).toBeGreaterThan(50_000)
})
