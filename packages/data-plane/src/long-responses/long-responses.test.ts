import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LongResponses } from './long-responses.ts'
import { ResponseMemory } from './response-memory.ts'

const mebibyte = 1024 ** 2

function create() {
  const memory = new ResponseMemory({ maxBytes: 1_000, onDrop: () => undefined })
  const responses = new LongResponses()
  const ends: (() => void)[] = []
  const begun: string[] = []
  const read = (owner: string, mebibytes = 16) => {
    const held = memory.open(owner)
    const reading = responses.read(held, mebibytes * mebibyte, () => {
      begun.push(owner)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
    return { held, reading }
  }
  const endFirst = async () => {
    ends.shift()?.()
    await setImmediate()
  }
  return { begun, read, endFirst }
}

it('reads one response per company file at a time', async () => {
  const { begun, read, endFirst } = create()
  read('a')
  read('a')
  read('b')
  await setImmediate()
  expect(begun).toEqual(['a', 'b'])
  await endFirst()
  expect(begun).toEqual(['a', 'b', 'a'])
})

it('reads as much as memory allows, in the order of the company files', async () => {
  const { begun, read, endFirst } = create()
  read('a', 64)
  read('b', 64)
  read('c', 16)
  await setImmediate()
  expect(begun).toEqual(['a'])
  await endFirst()
  expect(begun).toEqual(['a', 'b', 'c'])
})

it('refuses a call dropped before its turn, and goes on with the next', async () => {
  const { begun, read, endFirst } = create()
  read('a')
  const { held, reading } = read('a')
  read('a')
  await setImmediate()
  held.drop()
  await expect(reading).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await endFirst()
  expect(begun).toEqual(['a', 'a'])
})
