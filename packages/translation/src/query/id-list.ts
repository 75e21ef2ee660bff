import { copyTexts } from '@bridge/qbxml'

/** The IDs of the records of a result in their order, which the pages of one run through the result share. */
export interface IdList {
  readonly ids: readonly string[]
  /** True if QuickBooks had no other records when the list was last extended. */
  readonly isWhole: boolean
  /** The position after which no record was returned yet. */
  readonly servedTo: number
  /** An estimate of the memory that the list takes. */
  readonly sizeBytes: number
  /** Adds the IDs that the list does not have yet to its end. */
  extend(found: readonly string[], isWhole: boolean): void
  /** Removes IDs, so that those after them move up. */
  remove(gone: ReadonlySet<string>): void
  /** Records that the page up to a position is returned. */
  serve(last: number): void
  /** Forgets all IDs. */
  clear(): void
}

/** The memory of a string in addition to its characters, in bytes. */
const stringBytes = 24

/** Creates an empty list. */
export function createIdList(): IdList {
  let ids: string[] = []
  let isWhole = false
  let servedTo = 0
  let sizeBytes = 0
  const add = (added: readonly string[]): void => {
    for (const id of added) {
      ids.push(id)
      sizeBytes += id.length + stringBytes
    }
  }
  const clear = (): void => {
    ids = []
    isWhole = false
    servedTo = 0
    sizeBytes = 0
  }
  return {
    get ids() {
      return ids
    },
    get isWhole() {
      return isWhole
    },
    get servedTo() {
      return servedTo
    },
    get sizeBytes() {
      return sizeBytes
    },
    extend(found, whole) {
      const known = new Set(ids)
      add(copyTexts(found.filter((id) => !known.has(id))))
      isWhole = whole
    },
    remove(gone) {
      const left = ids.filter((id) => !gone.has(id))
      ids = []
      sizeBytes = 0
      add(left)
    },
    serve(last) {
      servedTo = Math.max(servedTo, last)
    },
    clear,
  }
}
