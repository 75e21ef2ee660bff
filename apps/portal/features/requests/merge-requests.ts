/** A row ordered by time, newest first. */
interface Row {
  readonly id: string
  readonly at: string
}

/** Adds rows missing in the list. A slow request appears among older ones. */
export function mergeRequests<Item extends Row>(known: readonly Item[], found: readonly Item[]): readonly Item[] {
  const ids = new Set(known.map(({ id }) => id))
  const added = found.filter(({ id }) => !ids.has(id))
  return added.length === 0 ? known : [...added, ...known].toSorted(compareNewestFirst)
}

function compareNewestFirst(left: Row, right: Row): number {
  if (left.at !== right.at) return left.at < right.at ? 1 : -1
  return left.id < right.id ? 1 : -1
}
