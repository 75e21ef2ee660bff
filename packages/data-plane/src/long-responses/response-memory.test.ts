import { expect, it } from 'vitest'
import { ResponseMemory } from './response-memory.ts'

function create() {
  const dropped: string[] = []
  const memory = new ResponseMemory({ maxBytes: 100, onDrop: ({ owner, bytes }) => dropped.push(`${owner} ${bytes}`) })
  return { memory, dropped }
}

it('drops the oldest call for the company file holding the most', () => {
  const { memory, dropped } = create()
  memory.open('small').add(30)
  const [first, second] = [memory.open('large'), memory.open('large')]
  first.add(35)
  second.add(35)
  expect(dropped).toEqual([])
  second.add(5)
  expect(dropped).toEqual(['large 35'])
})

it('notifies a dropped call once, and rejects all its further bytes', () => {
  const { memory } = create()
  let told = 0
  const call = memory.open('a')
  call.onDrop = () => {
    told += 1
  }
  const fault = expect.objectContaining({ code: 'RATE_LIMITED', detail: expect.stringContaining('repeat the request') })
  expect(() => call.add(101)).toThrow(fault)
  expect(() => call.add(1)).toThrow(fault)
  expect([call.bytes, told]).toEqual([0, 1])
})

it('reuses the room of released bytes', () => {
  const { memory, dropped } = create()
  const call = memory.open('a')
  call.add(90)
  call.set(0)
  memory.open('a').add(90)
  expect(dropped).toEqual([])
})
