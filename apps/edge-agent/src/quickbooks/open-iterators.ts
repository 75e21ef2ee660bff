const responseTag = /<\w+QueryRs\b[^<>]*>/g
const remaining = /\siteratorRemainingCount="(\d+)"/
const iteratorId = /\siteratorID="([^"]*)"/

/** A session's iterators with results left. QuickBooks ends them with the session. */
export class OpenIterators {
  readonly #ids = new Set<string>()

  get areOpen(): boolean {
    return this.#ids.size > 0
  }

  /** Reads the response to a message set. */
  note(response: string): void {
    for (const [tag] of response.matchAll(responseTag)) {
      const id = iteratorId.exec(tag)?.[1]
      const count = remaining.exec(tag)?.[1]
      if (id === undefined || count === undefined) continue
      if (Number(count) > 0) this.#ids.add(id)
      else this.#ids.delete(id)
    }
  }

  clear(): void {
    this.#ids.clear()
  }
}
