/**
 * A way to fail: a status; `close`, which ends the connection before the request has an effect; or `lose`, which does so
 * after it.
 */
export type FaultKind = 409 | 429 | 500 | 'close' | 'lose'

/** Faults on request. */
export interface Faults {
  /** Fails the next requests. */
  add(kind: FaultKind, times?: number): void
  /** Fails every request until it is set to undefined. */
  always: FaultKind | undefined
  /** Takes the fault of the next request. */
  next(): FaultKind | undefined
}

export function createFaults(): Faults {
  const planned: FaultKind[] = []
  return {
    always: undefined,
    add(kind, times = 1) {
      planned.push(...Array.from({ length: times }, () => kind))
    },
    next() {
      return planned.shift() ?? this.always
    },
  }
}
