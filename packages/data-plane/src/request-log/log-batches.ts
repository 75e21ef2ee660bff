/** What one statement stores at most. */
export interface BatchLimits {
  readonly maxCount: number
  readonly maxCharacters: number
}

/** Groups items in order. A batch above the character limit has one item only. */
export function* toBatches<Item extends { readonly characters: number }>(
  items: Iterable<Item>,
  { maxCount, maxCharacters }: BatchLimits,
): Generator<readonly Item[], void> {
  let batch: Item[] = []
  let characters = 0
  for (const item of items) {
    if (batch.length > 0 && (batch.length >= maxCount || characters + item.characters > maxCharacters)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(item)
    characters += item.characters
  }
  if (batch.length > 0) yield batch
}
