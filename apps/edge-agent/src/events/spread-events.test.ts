import { expect, it } from 'vitest'
import { spreadEvents } from './spread-events.ts'

it('reports the first event at once, and those of the next second together', async () => {
  let reports = 0
  const waits: (() => void)[] = []
  const note = spreadEvents(
    () => {
      reports += 1
    },
    (ms) => {
      expect(ms).toBe(1_000)
      return new Promise((resolve) => waits.push(resolve))
    },
  )
  const passSecond = async () => {
    waits.shift()?.()
    await new Promise(setImmediate)
  }
  note()
  expect(reports).toBe(1)
  for (let index = 0; index < 10_000; index += 1) note()
  expect(reports).toBe(1)
  await passSecond()
  expect(reports).toBe(2)
  await passSecond()
  expect([reports, waits]).toEqual([2, []])
  note()
  expect(reports).toBe(3)
})
