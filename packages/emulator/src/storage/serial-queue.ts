/** Returns a function that runs steps one at a time, in call order; a failed step does not stop it. */
export function createSerialQueue(): <Result>(step: () => Result | Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const result = last.then(step)
    last = result.catch(() => undefined)
    return result
  }
}
