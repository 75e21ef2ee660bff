import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

it('runs steps one after the other, also after one that failed', async () => {
  const inTurn = createSerialQueue()
  const events: string[] = []
  const slow = inTurn(async () => {
    await wait(5)
    events.push('slow')
    throw new Error('broken')
  })
  const quick = inTurn(() => events.push('quick'))

  await expect(slow).rejects.toThrow('broken')
  expect(await quick).toBe(2)
  expect(events).toEqual(['slow', 'quick'])
})
