import { expect, it } from 'vitest'
import { createFetchQueue, QueueFullError } from './fetch-queue.ts'

function setup() {
  const queue = createFetchQueue({ concurrency: 2, maxWaiting: 1 })
  const running: string[] = []
  const ends: (() => void)[] = []
  const run = (key: string) =>
    queue.run(key, async () => {
      running.push(key)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  return { run, running, end: () => ends.shift()?.() }
}

it('runs two pieces of work at once, lets one wait and rejects more', async () => {
  const { run, running, end } = setup()
  const work = [run('a'), run('b'), run('c')]
  await expect(run('d')).rejects.toThrow(QueueFullError)
  expect(running).toEqual(['a', 'b'])
  end()
  await work[0]
  await Promise.resolve()
  expect(running).toEqual(['a', 'b', 'c'])
  end()
  end()
  await Promise.all(work)
})

it('runs work with the same key one after the other', async () => {
  const { run, running, end } = setup()
  const [first, second] = [run('a'), run('a')]
  await Promise.resolve()
  expect(running).toEqual(['a'])
  end()
  await first
  await Promise.resolve()
  expect(running).toEqual(['a', 'a'])
  end()
  await second
})
