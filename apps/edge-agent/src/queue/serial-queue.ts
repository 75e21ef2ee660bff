/** Runs tasks one at a time, in call order. A failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }
}
