import { expect, it } from 'vitest'
import { createEventBatches } from './event-batches.ts'
import { QueueFullError } from './fetch-queue.ts'

interface Event {
  readonly id: string
}

function setup(maxWaiting = 100) {
  const handled: (readonly string[])[] = []
  const starts: (() => void)[] = []
  const batches = createEventBatches<Event>({
    maxWaiting,
    handle: async (customerId, take) => {
      await new Promise<void>((resolve) => starts.push(resolve))
      const ids = take().map(({ id }) => id)
      handled.push([customerId, ...ids])
      if (ids.includes('poison')) throw new Error('Stripe is away.')
      return new Map(ids.filter((id) => id.startsWith('ignored')).map((id) => [id, 'a reason']))
    },
  })
  const startNext = async () => {
    await Promise.resolve()
    starts.shift()?.()
  }
  return { batches, handled, startNext }
}

it('handles the events of a customer that wait together, and an event that comes twice once', async () => {
  const { batches, handled, startNext } = setup()
  const added = ['1', 'ignored', '1', '2'].map((id) => batches.add('a', { id }))
  const other = batches.add('b', { id: '3' })
  await startNext()
  await startNext()
  expect(await Promise.all(added)).toEqual([undefined, 'a reason', undefined, undefined])
  await other
  expect(handled).toEqual([
    ['a', '1', 'ignored', '2'],
    ['b', '3'],
  ])
})

it('leaves events that come after the read has begun to the next batch', async () => {
  const { batches, handled, startNext } = setup()
  const first = batches.add('a', { id: '1' })
  await startNext()
  await Promise.resolve()
  const second = batches.add('a', { id: '2' })
  await first
  await startNext()
  await second
  expect(handled).toEqual([
    ['a', '1'],
    ['a', '2'],
  ])
})

it('fails all events of a batch, and begins a new one', async () => {
  const { batches, handled, startNext } = setup()
  const added = Promise.allSettled(['1', 'poison'].map((id) => batches.add('a', { id })))
  await startNext()
  expect((await added).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = batches.add('a', { id: '1' })
  await startNext()
  expect(await again).toBeUndefined()
  expect(handled).toHaveLength(2)
})

it('rejects events beyond the bound until others have ended', async () => {
  const { batches, startNext } = setup(2)
  const added = ['1', '2'].map((id) => batches.add('a', { id }))
  await expect(batches.add('b', { id: '3' })).rejects.toThrow(QueueFullError)
  await startNext()
  await Promise.all(added)
  const next = batches.add('b', { id: '3' })
  await startNext()
  expect(await next).toBeUndefined()
})
