/** A task ended without a result because its worker did. */
export class WorkerFailedError extends Error {
  override readonly name = 'WorkerFailedError'
  /** The task needed more memory or time than it may, or the worker failed for another reason. */
  readonly reason: 'memory' | 'time' | 'crash'

  constructor(reason: WorkerFailedError['reason'], options?: ErrorOptions) {
    super(`The worker of a task ended (${reason}).`, options)
    this.reason = reason
  }
}

/** The pool has no room for a task, or for another reply to one. */
export class WorkerPoolFullError extends Error {
  override readonly name = 'WorkerPoolFullError'
}

/** The replies to one task take more memory than those of its owner may. */
export class TaskTooLargeError extends Error {
  override readonly name = 'TaskTooLargeError'

  constructor() {
    super('The replies to one task take too much memory.')
  }
}

/** The caller of a task no longer waits for its result. */
export class TaskAbandonedError extends Error {
  override readonly name = 'TaskAbandonedError'

  constructor() {
    super('The caller of the task no longer waits for its result.')
  }
}
