import { setImmediate } from 'node:timers/promises'

/** Runs work and serves other requests after each of its slices. */
export async function runInSlices<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await setImmediate()
  }
}
