import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SerialQueue } from './serial-queue.ts'

it('runs tasks one at a time, also after a failed one', async () => {
  const queue = new SerialQueue()
  const events: string[] = []
  const slow = queue.run(async () => {
    await wait(5)
    events.push('slow')
    throw new Error('broken')
  })
  const quick = queue.run(() => events.push('quick'))

  await expect(slow).rejects.toThrow('broken')
  expect(await quick).toBe(2)
  expect(events).toEqual(['slow', 'quick'])
})
