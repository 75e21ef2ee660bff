import { copyTexts } from '@bridge/qbxml'

/** A string's memory in addition to its characters, in bytes. */
export const stringBytes = 24

/** A result's record IDs in order, shared by the pages in one run through the result. */
export class IdList {
  #ids: string[] = []
  #isWhole = false
  #servedTo = 0
  #sizeBytes = 0

  get ids(): readonly string[] {
    return this.#ids
  }

  /** True if QuickBooks had no other records when the list was last extended. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** The position up to which records were returned. */
  get servedTo(): number {
    return this.#servedTo
  }

  /** The list's estimated memory. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Appends new IDs. */
  extend(found: readonly string[], isWhole: boolean): void {
    const known = new Set(this.#ids)
    this.#add(copyTexts(found.filter((id) => !known.has(id))))
    this.#isWhole = isWhole
  }

  /** Removes IDs, moving up those after them. */
  remove(gone: ReadonlySet<string>): void {
    const left = this.#ids.filter((id) => !gone.has(id))
    this.#ids = []
    this.#sizeBytes = 0
    this.#add(left)
  }

  /** Notes the page up to a position as returned. */
  serve(last: number): void {
    this.#servedTo = Math.max(this.#servedTo, last)
  }

  clear(): void {
    this.#ids = []
    this.#isWhole = false
    this.#servedTo = 0
    this.#sizeBytes = 0
  }

  #add(added: readonly string[]): void {
    for (const id of added) {
      this.#ids.push(id)
      this.#sizeBytes += id.length + stringBytes
    }
  }
}
