/** A menu entry: a link, or an action. */
export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly description?: string
  readonly href?: string
  readonly run?: () => void
}

export interface MenuGroup {
  readonly label: string
  readonly entries: readonly MenuEntry[]
}

/** Returns the entries containing all the query's words; those beginning with it come first. */
export function matchEntries(query: string, entries: readonly MenuEntry[]): readonly MenuEntry[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const matching = entries.filter(({ label, description = '' }) => {
    const text = `${label} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const beginsWithQuery = ({ label }: MenuEntry) => label.toLowerCase().startsWith(query.trim().toLowerCase())
  return matching.toSorted((left, right) => Number(beginsWithQuery(right)) - Number(beginsWithQuery(left)))
}
