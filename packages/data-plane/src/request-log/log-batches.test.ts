import { expect, it } from 'vitest'
import { toBatches } from './log-batches.ts'

function group(sizes: readonly number[]) {
  const items = sizes.map((characters) => ({ characters }))
  const batches = [...toBatches(items, { maxCount: 3, maxCharacters: 10 })]
  return batches.map((batch) => batch.map(({ characters }) => characters))
}

it('groups items in order, up to a number and a size', () => {
  expect(group([])).toEqual([])
  expect(group([1, 2, 3, 4])).toEqual([[1, 2, 3], [4]])
  expect(group([6, 4, 1])).toEqual([[6, 4], [1]])
})

it('creates a batch with one item for an item larger than a batch', () => {
  expect(group([1, 25, 1])).toEqual([[1], [25], [1]])
  expect(group([25])).toEqual([[25]])
})
