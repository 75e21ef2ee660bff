import type { Element } from '@bridge/qbxml'
import { invalidId } from './status-error.ts'

/** An iterator's pending result; creates its element when returned. */
export type Pending = () => Element

const maxIterators = 100

/** A connection's iterators. Opening too many ends the oldest. */
export class Iterators {
  readonly #open = new Map<string, readonly Pending[]>()
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** Whether an iterator has results left. */
  get areOpen(): boolean {
    return this.#open.size > 0
  }

  /** Opens an iterator over pending results and returns its ID, `{8-4-4-4-12}`. */
  start(pending: readonly Pending[]): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(this.#random() * 16).toString(16)).join('')
    const id = `{${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}}`
    const oldest = this.#open.keys().next().value
    if (this.#open.size >= maxIterators && oldest !== undefined) this.#open.delete(oldest)
    this.#open.set(id, pending)
    return id
  }

  /**
   * Returns an iterator's next results and how many remain. The iterator ends with the last one. Throws status 3000.
   */
  take(id: string, max: number): { readonly taken: readonly Pending[]; readonly remaining: number } {
    const pending = this.#open.get(id)
    if (pending === undefined) throw invalidId(id, 'iteratorID')
    const rest = pending.slice(max)
    if (rest.length === 0) this.#open.delete(id)
    else this.#open.set(id, rest)
    return { taken: pending.slice(0, max), remaining: rest.length }
  }

  stop(id: string): void {
    if (!this.#open.delete(id)) throw invalidId(id, 'iteratorID')
  }

  clear(): void {
    this.#open.clear()
  }
}
