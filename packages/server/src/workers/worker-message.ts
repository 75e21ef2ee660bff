/** A message of the pool to a worker. */
export type PoolMessage<Start, Reply> =
  | {
      readonly kind: 'start'
      readonly task: number
      readonly start: Start
      /** The replies to the task's calls so far, by the number of the call. */
      readonly replies: ReadonlyMap<number, Reply>
    }
  | { readonly kind: 'reply'; readonly task: number; readonly call: number; readonly reply: Reply }

/** A message of a worker to its pool. */
export type WorkerMessage<Call, Result> =
  | { readonly kind: 'call'; readonly task: number; readonly number: number; readonly call: Call }
  | { readonly kind: 'done'; readonly task: number; readonly result: Result }
