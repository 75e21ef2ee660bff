/** Work pausing after each slice, so its caller can do something else in between. */
export type Sliced<Result> = Generator<void, Result>

/** Runs work to its end without pauses. */
export function runAtOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
