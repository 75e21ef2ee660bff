import type { Query, QueryClient } from '@tanstack/react-query'

/** Pages arrive within this time after their data was loaded. */
const lateMs = 10_000

/**
 * Loads again what arrives with a page soon after a change: the server may have loaded it before, and the change is
 * reported once.
 */
export class LateData {
  readonly #queryClient: QueryClient
  readonly #unsubscribe: () => void
  #changedAt = Number.NEGATIVE_INFINITY
  #isAffected: (query: Query) => boolean = () => false

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
    this.#unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      const isHydrated = event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState')
      if (isHydrated && event.query.state.data !== undefined) this.#check(event.query)
    })
  }

  /** Expects pages loaded before a change of these queries. */
  expectAfterChange(isAffected: (query: Query) => boolean): void {
    const earlier = this.#isRecent() ? this.#isAffected : () => false
    this.#isAffected = (query) => isAffected(query) || earlier(query)
    this.#changedAt = performance.now()
  }

  stop(): void {
    this.#unsubscribe()
  }

  #isRecent(): boolean {
    return performance.now() - this.#changedAt < lateMs
  }

  #check(query: Query): void {
    if (!this.#isRecent() || !this.#isAffected(query)) return
    // Pages hydrate while they render, when nothing else may.
    setTimeout(() => void this.#queryClient.invalidateQueries({ predicate: (each) => each === query }))
  }
}
