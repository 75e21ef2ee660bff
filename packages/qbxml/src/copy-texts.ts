/** Copies texts, because a substring keeps the whole response in memory. */
export function copyTexts(texts: readonly string[]): readonly string[] {
  return JSON.parse(JSON.stringify(texts)) as string[]
}
