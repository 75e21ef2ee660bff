import { expect, it } from 'vitest'
import { slowMachine } from './slow-machine.ts'

/** A machine with two cores, which programs and busy threads share evenly. */
function machine({ share }: { readonly share: (threads: number) => number }) {
  const threads = { running: 0 }
  return {
    threads,
    tools: {
      cores: 2,
      measureWork: () => 1_000 * share(threads.running),
      startThread: async () => {
        threads.running += 1
        return async () => {
          threads.running -= 1
        }
      },
    },
  }
}

it('starts threads on every core until a loop takes four times as long', async () => {
  const { threads, tools } = machine({ share: (running) => 1 / (1 + running / 2) })
  const slow = await slowMachine(4, tools)
  expect([threads.running, slow.factor]).toEqual([6, 4])
  await slow.stop()
  expect(threads.running).toBe(0)
})

it('fails where threads have no effect, and ends them', async () => {
  const { threads, tools } = machine({ share: () => 1 })
  await expect(slowMachine(4, tools)).rejects.toThrow('32 busy threads do not make this machine 4 times slower.')
  expect(threads.running).toBe(0)
})
