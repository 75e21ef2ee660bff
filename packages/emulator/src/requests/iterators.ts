import type { Element } from '@bridge/translation/qbxml'
import { invalidId } from './status-error.ts'

/** What an iterator still has to answer; each entry makes its element when its turn comes. */
export type Pending = () => Element

const iteratorsMax = 100

/** The iterators of one connection; with too many open at once the oldest ends. */
export class Iterators {
  readonly #open = new Map<string, readonly Pending[]>()
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** Opens an iterator over what is left and tells its id, `{8-4-4-4-12}`. */
  start(pending: readonly Pending[]): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(this.#random() * 16).toString(16)).join('')
    const id = `{${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}}`
    const oldest = this.#open.keys().next().value
    if (this.#open.size >= iteratorsMax && oldest !== undefined) this.#open.delete(oldest)
    this.#open.set(id, pending)
    return id
  }

  /** The next entries of an iterator and how many are left; it ends with the last. Throws status 3000. */
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

  /** Ends all iterators, as the end of the session does. */
  clear(): void {
    this.#open.clear()
  }
}
