import type { TextRange } from './json-text.ts'

/** What the editor offers to insert. */
export interface Completion {
  /** The text in the list, unless `displayLabel` replaces it. */
  readonly label: string
  readonly displayLabel?: string
  readonly detail?: string
  /** The inserted text, if it is not the label. */
  readonly apply?: string
  /** Puts it before the others. */
  readonly isFirst?: boolean
}

/** Completions replacing a range. */
export interface CompletionList extends TextRange {
  readonly options: readonly Completion[]
  /** Whether the text at the cursor asks for them. Otherwise they need a key. */
  readonly isTyped: boolean
}

const maxShown = 50

/** Returns the completions with the typed text: those that begin with it first, then the required ones. */
export function filterCompletions(options: readonly Completion[], typed: string): readonly Completion[] {
  const wanted = toComparable(typed)
  const ranked = options.flatMap((option) => {
    const at = toComparable(option.displayLabel ?? option.label).indexOf(wanted)
    return at < 0 ? [] : [{ option, rank: (at > 0 ? 2 : 0) + (option.isFirst ? 0 : 1) }]
  })
  const [only, ...others] = ranked
  if (only && others.length === 0 && wanted !== '' && toComparable(only.option.label) === wanted) return []
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxShown)
    .map(({ option }) => option)
}

function toComparable(text: string): string {
  return text.replaceAll(/["']/g, '').toLowerCase()
}
