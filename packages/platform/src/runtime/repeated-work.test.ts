import { expect, it } from 'vitest'
import { RepeatedWork } from './repeated-work.ts'

const dayMs = 86_400_000

it('does its work one run after another, and goes on after an error', async () => {
  const steps: string[] = []
  const errors: unknown[] = []
  let runs = 0
  const work = async () => {
    runs += 1
    const run = runs
    steps.push(`begin ${run}`)
    await Promise.resolve()
    if (run === 1) throw new Error('The database is away.')
    steps.push(`end ${run}`)
  }
  const repeated = new RepeatedWork(work, { intervalMs: dayMs, onError: (error) => void errors.push(error) })
  await Promise.all([repeated.run(), repeated.run(), repeated.run()])
  expect(steps).toEqual(['begin 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
  expect(errors).toEqual([new Error('The database is away.')])
  await repeated.close()
})

it('lets a run in progress end early, and waits for it', async () => {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let stopped: boolean | undefined
  const repeated = new RepeatedWork(
    async (isStopped) => {
      begun.resolve()
      await mayEnd.promise
      stopped = isStopped()
    },
    { intervalMs: dayMs, onError: () => undefined },
  )
  void repeated.run()
  await begun.promise
  const closed = repeated.close()
  mayEnd.resolve()
  await closed
  expect(stopped).toBe(true)
})
