import { expect, it } from 'vitest'
import { createLogQueue } from './log-queue.ts'

interface Item {
  readonly name: string
  readonly characters: number
}

function createQueue(limits: { readonly maxCount?: number; readonly maxCharacters?: number }) {
  const shrink = ({ name }: Item): Item => ({ name: `${name} without its text`, characters: 0 })
  const queue = createLogQueue({ maxCount: 100, maxCharacters: 1_000, ...limits }, shrink)
  return {
    add: (name: string, characters = 1) => queue.add(name.slice(0, 1), { name, characters }),
    take: () => queue.take().map(({ name }) => name),
  }
}

it('returns what was added, and then nothing', () => {
  const { add, take } = createQueue({})
  expect([add('a1'), add('b1'), add('a2')]).toEqual([0, 0, 0])
  expect(take()).toEqual(['a1', 'a2', 'b1'])
  expect(take()).toEqual([])
})

it('drops the latest item from the owner with the most above the item limit', () => {
  const { add, take } = createQueue({ maxCount: 4 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) add(name)
  expect([add('b2'), add('c1'), add('a4')]).toEqual([1, 1, 1])
  expect(take()).toEqual(['a1', 'b1', 'b2', 'c1'].sort())
})

it('drops the longest text, but no item, from the owner with the most above the character limit', () => {
  const { add, take } = createQueue({ maxCharacters: 1_000 })
  expect([add('a1', 300), add('a2', 500), add('b1', 150), add('b2', 100)]).toEqual([0, 0, 0, 0])
  expect(take()).toEqual(['a1', 'a2 without its text', 'b1', 'b2'])
})

it('reuses the room of a dropped text', () => {
  const { add, take } = createQueue({ maxCharacters: 1_000 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 600)
  add('b1', 300)
  expect(take().filter((name) => !name.includes('without'))).toEqual(['a4', 'b1'])
})
