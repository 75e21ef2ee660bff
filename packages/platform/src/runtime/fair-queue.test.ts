import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function createQueue(...items: string[]) {
  const queue = new FairQueue<string>()
  for (const item of items) queue.push(item.slice(0, 1), item)
  return queue
}
function drain(queue: FairQueue<string>) {
  const items: string[] = []
  for (let item = queue.shift(always); item !== undefined; item = queue.shift(always)) items.push(item)
  return items
}
function always(): boolean {
  return true
}

it('serves owners in turn, each in the order of arrival', () => {
  expect(drain(createQueue('a1', 'a2', 'a3', 'b1', 'c1', 'b2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('passes over owners that may not be served, who keep their turn', () => {
  const queue = createQueue('a1', 'a2', 'b1')
  expect(queue.shift((item) => !item.startsWith('a'))).toBe('b1')
  expect(queue.shift((item) => !item.startsWith('a'))).toBeUndefined()
  expect(drain(queue)).toEqual(['a1', 'a2'])
})

it('counts what waits, and removes items before their turn', () => {
  const queue = createQueue('a1', 'a2', 'b1')
  queue.remove('a', 'a1')
  queue.remove('a', 'unknown')
  expect(queue.size).toBe(2)
  expect(drain(queue)).toEqual(['a2', 'b1'])
})

it('counts the owners, and what each of them waits for', () => {
  const queue = createQueue('a1', 'a2', 'b1')
  expect([queue.owners, queue.sizeFor('a'), queue.sizeFor('b'), queue.sizeFor('c')]).toEqual([2, 2, 1, 0])
  drain(queue)
  expect([queue.owners, queue.sizeFor('a')]).toEqual([0, 0])
})

it('serves an item that is pushed first before the others of its owner', () => {
  const queue = createQueue('a1', 'b1')
  queue.pushFirst('a', 'a0')
  queue.pushFirst('c', 'c0')
  expect(drain(queue)).toEqual(['a0', 'b1', 'c0', 'a1'])
})
