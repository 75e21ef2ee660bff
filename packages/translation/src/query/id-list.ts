import { copyTexts } from '@bridge/qbxml'

/** A result's record IDs in order, shared by the pages in one run through the result. */
export interface IdList {
  readonly ids: readonly string[]
  /** True if QuickBooks had no other records when the list was last extended. */
  readonly isWhole: boolean
  /** The position up to which records were returned. */
  readonly servedTo: number
  /** The list's estimated memory. */
  readonly sizeBytes: number
  /** Appends new IDs. */
  extend(found: readonly string[], isWhole: boolean): void
  /** Removes IDs, moving up those after them. */
  remove(gone: ReadonlySet<string>): void
  /** Notes the page up to a position as returned. */
  serve(last: number): void
  clear(): void
}

/** A string's memory in addition to its characters, in bytes. */
const stringBytes = 24

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
