/**
 * A way to fail: a status; `close`, which ends the connection before the request has an effect; `lose`, which does so
 * after it; or `hang`, which never responds.
 */
export type FaultKind = 409 | 429 | 500 | 'close' | 'lose' | 'hang'

/** Faults on request. */
export interface Faults {
  /** Fails the next requests. */
  add(kind: FaultKind, times?: number): void
  /** Fails every request until it is set to undefined. */
  always: FaultKind | undefined
  /** The failing operations; undefined for all. */
  only: ReadonlySet<string> | undefined
  /** Called for each hanging request. */
  onHang: (() => void) | undefined
  /** Takes the next request's fault. */
  next(operation?: string): FaultKind | undefined
}

export function createFaults(): Faults {
  const planned: FaultKind[] = []
  return {
    always: undefined,
    only: undefined,
    onHang: undefined,
    add(kind, times = 1) {
      planned.push(...Array.from({ length: times }, () => kind))
    },
    next(operation = '') {
      if (this.only && !this.only.has(operation)) return undefined
      return planned.shift() ?? this.always
    },
  }
}
