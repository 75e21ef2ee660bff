import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runInSlices } from './run-in-slices.ts'

it('returns the result of the work', async () => {
  function* add() {
    yield
    return 1 + 2
  }
  expect(await runInSlices(add())).toBe(3)
})

it('passes on an error of the work, and goes on with other work', async () => {
  function* fail(): Generator<void, never> {
    yield
    throw new Error('broken')
  }
  function* succeed() {
    yield
    yield
    return 'done'
  }
  const results = await Promise.allSettled([runInSlices(fail()), runInSlices(succeed())])
  expect(results).toEqual([
    { status: 'rejected', reason: new Error('broken') },
    { status: 'fulfilled', value: 'done' },
  ])
})

/** Takes as long as a slice may. */
function fillSlice(): void {
  const until = performance.now() + 1
  while (performance.now() < until);
}

it('runs one slice per turn of the event loop, of each work in turn', async () => {
  const slices: string[] = []
  let isDone = false
  function* work(name: string) {
    for (let slice = 1; slice <= 3; slice += 1) {
      slices.push(`${name}${slice}`)
      fillSlice()
      yield
    }
  }
  const all = Promise.all(['a', 'b', 'c'].map((name) => runInSlices(work(name)))).then(() => {
    isDone = true
  })
  const perTurn: string[] = []
  while (!isDone) {
    const before = slices.length
    await setImmediate()
    perTurn.push(slices.slice(before).join())
  }
  await all
  expect(slices.join()).toBe('a1,b1,c1,a2,b2,c2,a3,b3,c3')
  expect(perTurn.filter((slice) => slice.includes(','))).toEqual([])
})
