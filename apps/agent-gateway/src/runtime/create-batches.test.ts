import { expect, it } from 'vitest'
import { createBatches } from './create-batches.ts'

/** Batches of numbers whose ends a test decides. A number's result is its double, and 0 has no result. */
function setup(limits: { maxItems: number; atOnce: number }) {
  const batches: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = []
  const add = createBatches(async (items: readonly number[]) => {
    await new Promise<void>((finish, fail) => void batches.push({ items, finish, fail }))
    return new Map(items.filter((item) => item > 0).map((item) => [item, item * 2]))
  }, limits)
  return { add, batches, items: () => batches.map((batch) => batch.items) }
}

it('runs the first item at once, and those that arrive in the meantime together', async () => {
  const { add, batches, items } = setup({ maxItems: 10, atOnce: 1 })
  const results = Promise.all([1, 2, 3].map(add))
  expect(items()).toEqual([[1]])
  batches[0]?.finish()
  await expect.poll(items).toEqual([[1], [2, 3]])
  batches[1]?.finish()
  expect(await results).toEqual([2, 4, 6])

  const last = add(4)
  expect(items()).toEqual([[1], [2, 3], [4]])
  batches[2]?.finish()
  expect(await last).toBe(8)
})

it('limits the items of a batch and the batches at a time', async () => {
  const { add, batches, items } = setup({ maxItems: 2, atOnce: 2 })
  const results = Promise.all([1, 2, 3, 4, 5].map(add))
  expect(items()).toEqual([[1], [2]])
  batches[1]?.finish()
  await expect.poll(items).toEqual([[1], [2], [3, 4]])
  batches[0]?.finish()
  await expect.poll(items).toEqual([[1], [2], [3, 4], [5]])
  for (const batch of batches) batch.finish()
  expect(await results).toEqual([2, 4, 6, 8, 10])
})

it('rejects the items of a batch that fails, and no others', async () => {
  const { add, batches, items } = setup({ maxItems: 10, atOnce: 1 })
  const results = Promise.allSettled([1, 2, 0].map(add))
  batches[0]?.fail(new Error('no'))
  await expect.poll(items).toEqual([[1], [2, 0]])
  batches[1]?.finish()
  expect(await results).toEqual([
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: 4 },
    { status: 'fulfilled', value: undefined },
  ])
})
