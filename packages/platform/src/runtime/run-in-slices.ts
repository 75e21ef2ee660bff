/** The longest slice, unless a single step takes longer. */
const sliceMs = 1

const waiting: (() => void)[] = []

/** Runs work and serves other requests after each slice. One slice runs per event loop turn, whatever work waits. */
export async function runInSlices<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + sliceMs
    let step = work.next()
    while (!step.done && performance.now() < until) step = work.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}

function resumeNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}
