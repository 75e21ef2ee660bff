/** What one statement stores at most. */
export interface BatchLimits {
  readonly countMax: number
  readonly charactersMax: number
}

/** Groups items in order. A batch above the character limit has one item only. */
export function* toBatches<Item extends { readonly characters: number }>(
  items: Iterable<Item>,
  { countMax, charactersMax }: BatchLimits,
): Generator<readonly Item[], void> {
  let batch: Item[] = []
  let characters = 0
  for (const item of items) {
    if (batch.length > 0 && (batch.length >= countMax || characters + item.characters > charactersMax)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(item)
    characters += item.characters
  }
  if (batch.length > 0) yield batch
}
